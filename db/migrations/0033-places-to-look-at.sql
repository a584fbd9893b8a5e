-- Where each customer's wallet is, derived once from the salt. The chain's worker writes them one transaction after the other,
-- so that places have no gaps and come to be seen in their order: who has read up to one has read all before it.
create table chain_wallets (
  place bigint primary key check (place > 0),
  customer uuid not null unique references customers,
  -- In small letters.
  address text not null unique check (address ~ '^0x[0-9a-f]{40}$')
);
create trigger chain_wallets_append_only before update or delete or truncate on chain_wallets
  for each statement execute function refuse_change();

-- Customers whose wallets are not there yet. A row comes with its customer, in the same transaction. To ask for customers above
-- the last number would not do: numbers are given before commits are, and one that came late would never get a deposit.
create table chain_wallets_due (
  customer uuid primary key references customers on delete cascade
);
insert into chain_wallets_due (customer) select id from customers;

create function chain_wallets_fall_due() returns trigger language plpgsql as $$
begin
  insert into chain_wallets_due (customer) select id from added;
  return null;
end
$$;
create trigger customers_wallets_due after insert on customers referencing new table as added
  for each statement execute function chain_wallets_fall_due();

-- What lies at a place and is booked elsewhere, as dust is, or not at all: the sums of the deposits that say so. The sums under
-- 'all' are what the treasury's accounts have and its wallet has not.
create table chain_lying (
  wallet text not null check (wallet = 'all' or wallet ~ '^0x[0-9a-f]{40}$'),
  asset text not null,
  booked boolean not null,
  units numeric(78, 0) not null,
  primary key (wallet, asset, booked)
);

create function chain_lying_grows() returns trigger language plpgsql as $$
begin
  insert into chain_lying (wallet, asset, booked, units)
  select place, asset, entry is not null, sum(units)
  from added, lateral (values (lower(wallet)), (case when entry is not null then 'all' end)) as places (place)
  where state in ('dust', 'house', 'too-large') and place is not null
  group by place, asset, entry is not null order by 1, 2, 3
  on conflict (wallet, asset, booked) do update set units = chain_lying.units + excluded.units;
  return null;
end
$$;
create trigger chain_deposits_lying after insert on chain_deposits referencing new table as added
  for each statement execute function chain_lying_grows();

insert into chain_lying (wallet, asset, booked, units)
select place, asset, entry is not null, sum(units)
from chain_deposits, lateral (values (lower(wallet)), (case when entry is not null then 'all' end)) as places (place)
where state in ('dust', 'house', 'too-large') and place is not null group by place, asset, entry is not null;

-- Customers whose wallets the next comparison looks at, whatever else it does: something moved there that is not in the ledger's
-- moves, or ledger and chain differed. A row goes when a comparison at that block or a later one has found nothing wrong.
create table chain_doubts (
  owner text primary key,
  block bigint not null,
  differs boolean not null default false,
  since timestamptz not null default clock_timestamp()
);

-- How far comparing has come: every entry up to this one was looked at, every settlement up to this block, and every customer
-- up to this number in the round under way.
create table chain_reach (
  single boolean primary key default true check (single),
  entry bigint not null,
  block bigint not null,
  number bigint not null
);

-- How many customers' wallets a comparison has looked at, and whether those were all.
alter table chain_reconciliations add column wallets integer not null default 0,
  add column whole boolean not null default false;
