-- Quotes, holds and days of every product in one place, as trading had them for itself.

-- What a deal would be, as it was shown. Used once, and only by the customer who asked. What was asked for and what was
-- shown is kept as it went over the wire, which each product has its own words for.
create table deal_quotes (
  id uuid primary key,
  customer uuid not null,
  kind text not null,
  asked json not null,
  shown json not null,
  -- The deal in dollars, and its gold in grams, which limits count.
  usd_units numeric(38, 0) not null,
  gram_units numeric(38, 0) not null,
  -- Whether its customer gains while gold rises, falls, or neither.
  lean text not null,
  market text not null,
  -- The gold price behind it.
  gold_price text not null,
  round numeric(30, 0) not null,
  observed_at timestamptz not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index deal_quotes_customer on deal_quotes (customer, made_at desc);
create index deal_quotes_made_at on deal_quotes (made_at);

-- The one quote that a customer holds while the PIN is typed: another one takes its place.
alter table trade_reserves rename to deal_reserves;
alter index trade_reserves_pkey rename to deal_reserves_pkey;

-- One row for each customer who dealt: locked first by every deal, so that a customer's deals follow one another.
create table deal_days (
  customer uuid primary key,
  -- How much was dealt on that day, in dollars and in grams.
  day date not null,
  usd_units numeric(38, 0) not null check (usd_units >= 0),
  gram_units numeric(38, 0) not null check (gram_units >= 0)
) with (fillfactor = 50);
insert into deal_days (customer, day, usd_units, gram_units)
  select customer, day, day_units, day_grams from trade_accounts;

alter table trade_accounts drop column day, drop column day_units, drop column day_grams;
alter table trade_accounts alter column bought_units drop default, alter column cost_units drop default,
  alter column realised_units drop default;

-- A quote lives for a minute or two, and a trade keeps its own figures.
drop table trade_quotes;

-- Sessions are looked up with each call: nothing is remembered of them by the version of their row.
drop function refuse_session();
