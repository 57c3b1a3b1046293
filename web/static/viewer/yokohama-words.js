// Yokohama: the printed tables as a renderer looks things up, and its words.
import { origin } from "./origins.js";
import { counted, label } from "./svg.js";

export const GOODS = ["copper", "silk", "tea", "fish"];
export const COUNTRIES = ["england", "america", "france", "germany", "netherlands"];
const GIVEN = ["vp", "yen", ...GOODS, "import", "any", "warehouse", "move", "agent"];

// The printed tables

const PRINTED = new WeakMap();

export function printed({ catalog }) {
  if (!PRINTED.has(catalog)) PRINTED.set(catalog, indexed(catalog));
  return PRINTED.get(catalog);
}

function indexed(catalog) {
  const by = (key, ...tables) => new Map(tables.flatMap((name) => catalog[name]).map((entry) => [entry[key], entry]));
  const figures = (name) => Object.fromEntries(catalog[name].map(({ what, value }) => [what, value]));
  return {
    areas: by("id", "area"),
    buildings: by("id", "building"),
    orders: by("id", "order"),
    technologies: by("id", "technology"),
    tokens: by("id", "five_power", "five_power_independent"),
    objectives: by("id", "objective_reward"),
    achievements: by("id", "achievement"),
    editions: by("id", "edition"),
    layouts: by("seats", "layout"),
    levels: figures("port").levels,
    surcharge: figures("laboratory").surcharge,
    prices: figures("warehouse_price"),
    limits: figures("limits"),
    scoring: figures("final_scoring"),
    church: catalog.church_space,
    customs: catalog.customs_space,
  };
}

/** Where the figures of an entry come from, as the last sentence of a tooltip. */
export const source = (entry) => origin(entry?.provenance);

// Words

const NOUNS = {
  vp: ["VP", "VP"],
  yen: ["yen", "yen"],
  import: ["import", "imports"],
  any: ["good of choice", "goods of choice"],
  warehouse: ["piece from the warehouse at its price", "pieces from the warehouse at their price"],
  move: ["assistant to move or place", "assistants to move or place"],
  agent: ["independent agent", "independent agents"],
};
const amount = (number, kind) => counted(number, ...(NOUNS[kind] || [kind, kind]));
export const given = (reward) => GIVEN.filter((kind) => reward[kind]).map((kind) => [reward[kind], kind]);
export const listed = (reward) => given(reward).map(([number, kind]) => amount(number, kind)).join(", ");
export const place = (id) => (id === "employment_agency" ? "Employment agency" : label(id.replace(/_([ab])$/, (_, letter) => ` ${letter.toUpperCase()}`)));
export const country = (id) => label(id);
export const orderName = (id) => `Order ${Number(id.slice(-2))}`;
export const clipped = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export const DOES = {
  copper_mine: "Gives copper",
  silk_factory: "Gives silk",
  tea_plantation: "Gives tea",
  fishing_ground: "Gives fish",
  bank: "Gives yen",
  port: "Take an order card: the power opens the levels low, mid, high; a second card costs 2 yen or 1 import; power 5 also gives 3 VP",
  laboratory: "Buy a technology: the power counts as industry, each point missing costs 2 yen or 1 import",
  employment_agency: "Take pieces from your warehouse: assistant free, shop 2 yen, trading house 4 to 7 yen",
  chinatown: "Buy and sell goods: copper and silk at 2 yen, tea and fish at 1 yen; an import costs 4 yen",
  church: "Put an assistant on the Church board: power and each kind you pay count as faith",
  customs: "Pay imports and put an assistant on the Customs board",
  canal: "Nobody stops here: a president crosses for 1 yen",
};
export const SHORT = { employment_agency: ["Employment agency", "Agency"], tea_plantation: ["Tea plantation", "Plantation"], fishing_ground: [" ground", ""] };
export const LEVEL_SIGNS = ["–", "L", "M", "H"];

/** What each technology does: on the card, and in a sentence. */
export const EFFECTS = {
  gaslight: ["+2 VP per shop built", "2 VP whenever you build a shop."],
  station: ["station: +1 power", "Put the station on an area: +1 power there for everyone. Your president may go straight there, free."],
  mining_technology: ["+1 copper per gain", "1 more copper whenever you gain copper."],
  spinning_mill: ["1 silk → 2 yen a turn", "Once per turn, discard 1 silk for 2 yen."],
  stagecoach: ["pass presidents free", "You pay nothing for passing other presidents."],
  exposition: ["10 VP at once", "10 VP when you gain it."],
  ball: ["+2 VP per order", "2 VP whenever you complete an order."],
  language_school: ["+1 yen per order", "1 yen whenever you complete an order."],
  letterpress_printing: ["+1 yen per technology", "1 yen for each technology you gain after this one."],
  winery: ["+3 VP at the Church", "3 VP whenever you put an assistant on the Church board."],
  postal_system: ["stop at presidents", "Your president may end its move beside other presidents."],
  newspaper: ["spread over 4 areas", "A spread may use up to 4 areas instead of 3."],
  electrical_light: ["+3 VP per house built", "3 VP whenever you build a trading house."],
  university: ["1 yen → 1 assistant", "Once per turn, pay 1 yen to take an assistant from the warehouse."],
  telegram: ["+1 beside a double", "After a double, place 1 more assistant in an adjacent area."],
  telephone: ["leave 1 assistant", "You may leave 1 assistant in the action area when the others return."],
  brickyard: ["+4 VP at Customs", "4 VP whenever you put an assistant on the Customs board."],
  system_of_stock: ["start with 2 yen", "With less than 2 yen at the start of your turn, you go up to 2."],
  patent_system: ["+2 VP per technology", "2 VP for each technology you gain after this one."],
  tram: ["straight to any area", "Your president may go straight to any area without another president."],
};

export const ASKED = {
  keep_order: "keeps one of two orders; the other leaves the game",
  extra: "may use an agent, fulfil an order or an achievement, or end the phase",
  place: "places assistants: one in each of up to three areas, or two in one",
  place_next: "may spread to one more area",
  telegram: "may place one more assistant beside the double (Telegram)",
  move: "moves the president over their own assistants, or takes it back",
  recall_mode: "takes assistants back from the areas: all, none or some",
  recall: "says how many assistants return from this area",
  port_card: "may take an order card; the power opens the levels",
  port_second: "may pay 2 yen or 1 import for a second order",
  port_second_card: "takes a second order",
  lab_card: "may buy a technology",
  lab_pay: "says how many imports to pay with; the rest is paid in yen",
  station_area: "puts the station on an area: +1 power there for everyone",
  hire: "takes pieces from the warehouse",
  exchange: "buys and sells goods in Chinatown",
  church_space: "may put an assistant on the Church board",
  church_pay: "says what to give to the Church",
  church_from: "says where the assistant for the Church comes from",
  customs_space: "may pay imports and put an assistant on the Customs board",
  customs_from: "says where the assistant for Customs comes from",
  five_power: "may take the five-power token of the area",
  build: "may build a shop or a trading house here",
  recovery: "may leave one assistant in the area (Telephone)",
  any_good: "chooses a good",
  warehouse: "may take a piece from the warehouse at its price",
  move_from: "chooses an assistant to move",
  move_to: "says where the assistant goes",
  objective_reward: "has all three achievements and chooses a token",
  over: "The match is over",
};
export const ENDS = {
  trading_houses_built: "all trading houses built",
  shops_built: "all shops built",
  orders_exhausted: "orders have run out",
  church_full: "Church board full",
  customs_full: "Customs board full",
};
