-- What customers want to be told about the price of gold.
create table price_alerts (
  number bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  customer uuid not null references customers on delete cascade,
  kind text not null check (kind in ('above', 'below', 'moves')),
  -- Dollars for a gram; in per cent for what moves.
  level numeric(38, 18) not null check (level > 0),
  made_at timestamptz not null,
  fired_at timestamptz,
  -- Whether the price has come back since it fired.
  is_back boolean not null default true
);
create index price_alerts_of_customer on price_alerts (customer, number);
create index price_alerts_ready on price_alerts (kind, level) where is_back;
create index price_alerts_away on price_alerts (kind, level) where not is_back;
