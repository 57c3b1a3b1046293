//! Your idea goes here: `choose` returns the index of the action to play.

use crate::arena::{observation::Game, Decision, IkiObservation};

pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Plays IKI by a few rules, and any legal action in other games; `bot random` does so in every game.
pub fn choose(decision: &Decision) -> usize {
    let actions = &decision.legal_actions;
    match decision.observation.as_ref().and_then(|observation| observation.game.as_ref()) {
        Some(Game::Iki(iki)) if std::env::args().nth(1).as_deref() != Some("random") => {
            let worth = |action: &str| rate(action, iki, decision.seat) as f64 + rand::random::<f64>(); // chance breaks ties
            let values: Vec<f64> = actions.iter().map(|action| worth(action)).collect();
            (0..values.len()).max_by(|a, b| values[*a].total_cmp(&values[*b])).unwrap_or(0)
        }
        _ => rand::random_range(0..actions.len()),
    }
}

/// Reads the position: feed the artisans, recruit no one too late, and place new ones beside your own.
fn rate(action: &str, iki: &IkiObservation, seat: u32) -> usize {
    let (verb, object) = action.split_once(' ').unwrap_or((action, ""));
    let mine = || iki.rooms.iter().filter(|room| room.owner == Some(seat));
    let artisans = mine().filter(|room| room.level.is_some()).count(); // only artisans have a level
    let hungry = (iki.players[seat as usize].rice as usize) < artisans;
    match verb {
        "buy_rice_pair" | "foreman_rice" if hungry => 8,
        "recruit" if iki.month >= 10 => 0,
        "place" => mine().filter(|room| room.room[..2] == object[..2]).count(),
        "foreman_build" => 9,
        "buy_fish" => 8,
        "buy_tobacco" => 7,
        "recruit" | "income" => 6,
        "trade" => 5,
        "buy_pipe" => 4,
        "buy_koban" | "watch" | "save" => 3,
        "foreman_rice" | "build" => 2,
        "end" | "stop" => 1,
        _ => 0,
    }
}
