//! The connection: dials the arena, keeps one stream open, and answers with what `choose` returns.

mod choose;
mod dial;

#[allow(clippy::all)] // generated
mod arena {
    tonic::include_proto!("arena.v1");
}

use std::{env, error::Error, process::exit, time::Duration};

use arena::{arena_message::Kind, bot_gateway_client::BotGatewayClient, bot_message::Kind as Reply};
use arena::{BotMessage, Choice, Decision, Finish, Hello, Pong};
use tokio::signal::unix::{signal, SignalKind};
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, Instant};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::Endpoint;
use tonic::{metadata::AsciiMetadataValue as Token, Code, Request, Status};

const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(10);
const FINISH_WAIT: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let [address, token] = ["ARENA_ENDPOINT", "ARENA_TOKEN"].map(|name| {
        env::var(name).unwrap_or_else(|_| fail(2, &format!("Set {name}, or start this with arena local.")))
    });
    let endpoint = dial::endpoint(&address).unwrap_or_else(|error| fail(2, &error.to_string()));
    let token = format!("Bearer {token}").parse()?;
    let mut finishing = finishing();
    let give_up = env::var("ARENA_GIVE_UP_SECONDS").map_or(Ok(f64::MAX), |text| text.parse())?;
    let (mut wait, mut lost, mut said) = (FIRST_WAIT, Instant::now(), String::new());
    loop {
        let (began, mut welcomed) = (Instant::now(), false);
        let end = play(&endpoint, &token, &mut finishing, &mut welcomed).await;
        let is_finishing = *finishing.borrow();
        match &end {
            Ok(None) if is_finishing => return Ok(()),
            // a bad token, or another session took over
            Err(status) if matches!(status.code(), Code::Unauthenticated | Code::Aborted) => fail(2, status.message()),
            Err(status) if status.message() != said => {
                said = status.message().into();
                eprintln!("no connection to {address}: {said}; dialling again");
            }
            _ => {}
        }
        wait = LONGEST_WAIT.min(2 * wait);
        if welcomed {
            lost = Instant::now();
            wait = if began.elapsed() > wait { FIRST_WAIT } else { wait };
        }
        if lost.elapsed().as_secs_f64() > if is_finishing { FINISH_WAIT.as_secs_f64() } else { give_up } {
            fail(1, &format!("gave up: no connection to {address}"));
        }
        let redial = end.ok().flatten();
        sleep(redial.unwrap_or_else(|| wait.mul_f64(rand::random_range(0.5..1.0)))).await;
    }
}

/// One session, from Hello to the end of the stream. Returns how long to wait if the arena asked for a new dial.
async fn play(
    endpoint: &Endpoint,
    token: &Token,
    finishing: &mut watch::Receiver<bool>,
    welcomed: &mut bool,
) -> Result<Option<Duration>, Status> {
    let channel = endpoint.connect().await.map_err(|error| Status::unavailable(dial::reason(&error)))?;
    let (sender, outgoing) = mpsc::unbounded_channel();
    let send = move |kind| drop(sender.send(BotMessage { kind: Some(kind) })); // if the stream is lost, message() says why
    send(Reply::Hello(Hello { bot_version: choose::VERSION.into(), language: "rust".into(), ..Hello::default() }));
    let mut request = Request::new(UnboundedReceiverStream::new(outgoing));
    request.metadata_mut().insert("authorization", token.clone());
    let mut incoming = BotGatewayClient::new(channel).play(request).await?.into_inner();
    let answer = |decision: Decision| {
        let send = send.clone();
        tokio::task::spawn_blocking(move || {
            let index = choose::choose(&decision) as u32;
            send(Reply::Choice(Choice { decision: decision.id, index, ..Choice::default() }));
        });
    };
    loop {
        let message = tokio::select! {
            message = incoming.message() => message?,
            Ok(()) = finishing.changed(), if *welcomed => {
                send(Reply::Finish(Finish {}));
                continue;
            }
        };
        let Some(message) = message else { return Ok(None) };
        match message.kind {
            Some(Kind::Welcome(welcome)) => {
                *welcomed = true;
                println!("connected to {} as {}", endpoint.uri(), welcome.bot_name);
                if *finishing.borrow_and_update() {
                    send(Reply::Finish(Finish {}));
                }
                welcome.pending.into_iter().for_each(&answer);
            }
            Some(Kind::Decision(decision)) => answer(decision),
            Some(Kind::Ping(ping)) => send(Reply::Pong(Pong { nonce: ping.nonce })),
            Some(Kind::MatchResult(r)) => {
                println!("{} {}: place {} of {} {}", r.game, r.match_id, r.place, r.places.len(), r.page)
            }
            Some(Kind::SetResult(r)) => println!("{} {} set over {}", r.game, r.kind, r.reason), // a reason: void; a notice tells the rating
            Some(Kind::Notice(notice)) => eprintln!("notice: {}", notice.text),
            Some(Kind::Redial(redial)) => return Ok(Some(Duration::from_millis(redial.after_ms.into()))),
            Some(Kind::MatchStarted(_)) | None => {} // None: a kind of a later version
        }
    }
}

/// Turns true at the first Ctrl-C or SIGTERM, to finish the sets under way; a second one stops the bot at once.
fn finishing() -> watch::Receiver<bool> {
    let (sender, receiver) = watch::channel(false);
    tokio::spawn(async move {
        loop {
            let listen = |kind| signal(kind).expect("signals can be watched");
            let (mut interrupt, mut terminate) = (listen(SignalKind::interrupt()), listen(SignalKind::terminate()));
            tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
            if sender.send_replace(true) {
                exit(1);
            }
            sleep(Duration::from_millis(500)).await; // `timeout` sends two at once
        }
    });
    receiver
}

fn fail(code: i32, reason: &str) -> ! {
    eprintln!("{reason}");
    exit(code)
}
