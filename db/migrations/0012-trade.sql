-- The gold price, and what customers trade at it.

-- What one reader has read from the price feed, for everybody. US dollars for a troy ounce.
create table price_feed (
  single boolean primary key default true check (single),
  source text not null,
  round numeric(30, 0) not null,
  price numeric(38, 18) not null check (price > 0),
  -- When the feed observed it, and when we last asked, whether or not it was a new one.
  observed_at timestamptz not null,
  read_at timestamptz not null,
  -- The past is read backwards: which round comes next, and at which one it was read before. Nothing next: it is done.
  walk_next numeric(30, 0),
  walk_until numeric(30, 0)
);

-- The past in stretches of so many seconds each. Merging the same price twice changes nothing, so rounds may be read again.
create table price_candles (
  seconds integer not null check (seconds > 0),
  at timestamptz not null,
  open numeric(38, 18) not null,
  high numeric(38, 18) not null,
  low numeric(38, 18) not null,
  close numeric(38, 18) not null,
  -- The first and the last price of the stretch are known by these.
  opened_at timestamptz not null,
  closed_at timestamptz not null,
  primary key (seconds, at)
);

-- What a trade would be, as it was shown. Used once, and only by the customer who asked.
create table trade_quotes (
  id uuid primary key,
  customer uuid not null references customers on delete cascade,
  pair text not null,
  side text not null check (side in ('buy', 'sell')),
  pay_units numeric(38, 0) not null check (pay_units > 0),
  -- Part of what is paid.
  fee_units numeric(38, 0) not null check (fee_units >= 0 and fee_units < pay_units),
  receive_units numeric(38, 0) not null check (receive_units > 0),
  -- The trade in dollars, which limits count.
  usd_units numeric(38, 0) not null check (usd_units > 0),
  price text not null,
  mid_price text not null,
  spread integer not null check (spread >= 0),
  fee integer not null check (fee >= 0),
  market text not null check (market in ('open', 'closed')),
  -- The gold price behind it.
  gold_price text not null,
  round numeric(30, 0) not null,
  observed_at timestamptz not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  reserved_at timestamptz,
  used_at timestamptz
);
create index trade_quotes_customer on trade_quotes (customer, made_at desc);
create index trade_quotes_made_at on trade_quotes (made_at);

-- One row for each customer who traded: locked first by every trade, so that a customer's trades follow one another.
create table trade_accounts (
  customer uuid primary key,
  -- How much was traded on that day, in dollars.
  day date not null,
  day_units numeric(38, 0) not null check (day_units >= 0),
  -- QMGT that was bought here and not sold, what it cost, and what sales brought above that.
  bought_units numeric(38, 0) not null default 0 check (bought_units >= 0),
  cost_units numeric(38, 0) not null default 0 check (cost_units >= 0),
  realised_units numeric(38, 0) not null default 0
) with (fillfactor = 50);

create table trades (
  id bigint generated always as identity primary key,
  customer uuid not null,
  entry bigint not null unique references ledger_entries,
  movement uuid not null unique,
  -- Null when it was done at the price of the moment.
  quote uuid unique,
  type text not null check (type in ('buy', 'sell', 'swap')),
  pair text not null,
  side text not null check (side in ('buy', 'sell')),
  pay_units numeric(38, 0) not null check (pay_units > 0),
  fee_units numeric(38, 0) not null check (fee_units >= 0),
  receive_units numeric(38, 0) not null check (receive_units > 0),
  price text not null,
  mid_price text not null,
  spread integer not null,
  fee integer not null,
  -- The customer's position after it.
  bought_after numeric(38, 0) not null,
  cost_after numeric(38, 0) not null,
  realised_after numeric(38, 0) not null,
  at timestamptz not null
);
create index trades_of_customer on trades (customer, id desc);
create index trades_by_time on trades (customer, at desc);
create trigger trades_append_only before update or delete or truncate on trades
  for each statement execute function refuse_change();

-- Whether the gold behind USDAU is enough, as the last look at it found.
create table usdau_cover (
  single boolean primary key default true check (single),
  covered boolean not null,
  required_units numeric(38, 0) not null,
  behind_units numeric(38, 0) not null,
  checked_at timestamptz not null
);

-- Tokens that are paused on the chain.
create table token_pauses (
  asset text primary key,
  seen_at timestamptz not null
);
