-- What a reserved quote, a wrong price and gold that leaves may do to trading.

-- The one quote that a customer holds while the PIN is typed: another one takes its place. A quote's own time stays as it
-- is, so what is no longer held here is as dead or alive as if it never had been.
create table trade_reserves (
  customer uuid primary key,
  quote uuid not null,
  until timestamptz not null
) with (fillfactor = 50);

alter table trade_quotes drop column reserved_at,
  -- Which of the two amounts the customer gave, so that he can be asked about the same at another price.
  add column given text not null default 'pay',
  -- The grams of gold in it, which limits count beside the dollars.
  add column gram_units numeric(38, 0) not null default 0;
alter table trade_quotes alter column given drop default, alter column gram_units drop default;

alter table trade_accounts add column day_grams numeric(38, 0) not null default 0;
update trade_accounts a set day_grams = t.grams
from (
  select customer, (at at time zone 'UTC')::date as day,
    sum(case side when 'buy' then receive_units else pay_units end) as grams
  from trades where pair in ('QMGT/USDT', 'QMGT/USDAU') group by 1, 2
) t
where t.customer = a.customer and t.day = a.day;

-- Gold that was bought here and left without being sold: it takes its part of the cost with it. The book as it was after.
create table trade_departures (
  id bigint generated always as identity primary key,
  customer uuid not null,
  units numeric(38, 0) not null check (units > 0),
  cost_units numeric(38, 0) not null check (cost_units >= 0),
  bought_after numeric(38, 0) not null,
  cost_after numeric(38, 0) not null,
  realised_after numeric(38, 0) not null,
  at timestamptz not null
);
create index trade_departures_by_time on trade_departures (customer, at desc);
create trigger trade_departures_append_only before update or delete or truncate on trade_departures
  for each statement execute function refuse_change();

-- What left before it was noted leaves now.
with lying as (
  select t.customer, t.bought_units, t.cost_units, t.realised_units, coalesce((
    select sum(b.units) from ledger_accounts a join ledger_balances b on b.account = a.id
    where a.owner = 'customer:' || t.customer and a.asset = 'QMGT'), 0) as held
  from trade_accounts t
), noted as (
  insert into trade_departures (customer, units, cost_units, bought_after, cost_after, realised_after, at)
  select customer, bought_units - held, cost_units - div(cost_units * held, bought_units), held,
    div(cost_units * held, bought_units), realised_units, clock_timestamp()
  from lying where held < bought_units
  returning customer, bought_after, cost_after
)
update trade_accounts t set bought_units = bought_after, cost_units = cost_after
from noted where noted.customer = t.customer;
