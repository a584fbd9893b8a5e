-- What a customer's gold was worth at the end of each day, against what it had cost.

-- Grams that left a holding and were not ended: delivered, passed on to somebody else, or taken back. What they had cost left with
-- them. Whoever takes them off a holding writes this, and the customer's position, in the same statement.
create table holding_departures (
  id bigint generated always as identity primary key,
  holding uuid not null references holdings,
  customer uuid not null,
  product text not null check (product in ('GAE', 'GAEX', 'GCA')),
  kind text not null check (kind in ('delivered', 'passed', 'reversed')),
  units numeric(38, 0) not null check (units > 0),
  cost_units numeric(38, 0) not null check (cost_units >= 0),
  -- The entry that moved them.
  entry bigint not null,
  at timestamptz not null
);
create index holding_departures_of_customer on holding_departures (customer, at);
create index holding_departures_of_holding on holding_departures (holding);
create index holding_departures_by_time on holding_departures (at);
create trigger holding_departures_append_only before update or delete or truncate on holding_departures
  for each statement execute function refuse_change();

-- How a product stood at the end of a day, by UTC. There is none of days on which nothing was open and nothing happened.
create table holding_days (
  customer uuid not null,
  product text not null check (product in ('GAE', 'GAEX', 'GCA')),
  day date not null,
  open_units numeric(38, 0) not null check (open_units >= 0),
  cost_units numeric(38, 0) not null check (cost_units >= 0),
  -- At what a gram would have brought by then, in dollars; null when no price of that moment is known.
  value_units numeric(38, 0) check (value_units >= 0),
  primary key (customer, product, day)
);

-- The days of which all rows are there.
create table holding_days_made (
  day date primary key,
  made_at timestamptz not null
);
