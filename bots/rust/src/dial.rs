//! Where the arena is, and how it is reached: what the environment says.

use std::{env, error::Error, iter::successors, time::Duration};

use tonic::transport::{Certificate, ClientTlsConfig, Endpoint};

/// Plain text on this machine, TLS elsewhere; ARENA_CA names the file of a private authority.
pub fn endpoint(address: &str) -> Result<Endpoint, Box<dyn Error>> {
    let local = ["localhost:", "127.", "[::1]:"].iter().any(|start| address.starts_with(start));
    let (authority, plain) = (env::var_os("ARENA_CA"), local || env::var_os("ARENA_PLAIN_TEXT").is_some());
    let scheme = if plain && authority.is_none() { "http" } else { "https" };
    let endpoint = Endpoint::from_shared(format!("{scheme}://{address}"))?
        .http2_keep_alive_interval(Duration::from_secs(20))
        .keep_alive_while_idle(true);
    let tls = match authority {
        None if plain => return Ok(endpoint),
        None => ClientTlsConfig::new().with_native_roots(),
        Some(file) => {
            let pem = std::fs::read(&file).map_err(|error| format!("ARENA_CA: {}: {error}", file.display()))?;
            ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem))
        }
    };
    Ok(endpoint.tls_config(tls)?)
}

/// What went wrong, and why: "transport error: tcp connect error: Connection refused".
pub fn reason(error: &(dyn Error + 'static)) -> String {
    let mut causes: Vec<_> = successors(Some(error), |&error| error.source()).map(ToString::to_string).collect();
    causes.dedup();
    causes.join(": ")
}
