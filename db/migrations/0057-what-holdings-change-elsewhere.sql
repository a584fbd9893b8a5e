-- QMGT that became gold of another kind, or came of it: for the position it was sold or bought at the price of that moment. The book
-- as it was after. Counted together with trades, so that of two at the same moment the later one is known.
create table trade_conversions (
  id bigint primary key default nextval(pg_get_serial_sequence('trades', 'id')),
  customer uuid not null,
  movement uuid not null unique,
  kind text not null check (kind in ('gave', 'got')),
  units numeric(38, 0) not null check (units > 0),
  -- In dollars, as the book counts them.
  worth_units numeric(38, 0) not null check (worth_units >= 0),
  bought_after numeric(38, 0) not null,
  cost_after numeric(38, 0) not null,
  realised_after numeric(38, 0) not null,
  at timestamptz not null
);
create index trade_conversions_by_time on trade_conversions (customer, at desc);
create trigger trade_conversions_append_only before update or delete or truncate on trade_conversions
  for each statement execute function refuse_change();

-- What is owed, what the bank has and what the card processor has is money, and no token.
alter table ledger_accounts add constraint ledger_accounts_dollars check (
  purpose not in ('owed', 'receivable', 'bank', 'processor') or asset = 'USD');

-- What the house could not give to a customer: the most that was wanted at once of late, and when last. One row for each asset.
create table deal_shortages (
  asset text primary key,
  units numeric(38, 0) not null check (units > 0),
  at timestamptz not null
);
