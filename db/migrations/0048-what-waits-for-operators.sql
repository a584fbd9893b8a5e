-- What waits for operators is found by what waits, however many customers there are.

-- Since when the KYC status is what it is.
alter table customers add column kyc_since timestamptz not null default ingot_now();
update customers set kyc_since = coalesce((select max(at) from kyc_moves where customer = customers.id), created_at);
create index customers_being_verified on customers (kyc_since, id) where kyc_status = 'Pending';
create index customers_rejected on customers (kyc_since, id) where kyc_status = 'Rejected';

-- Customers are looked up by how a name begins.
create index customers_by_username on customers (lower(username) text_pattern_ops);
create index customers_by_email on customers (email text_pattern_ops);

-- Frozen by operators: then the customer cannot lift it alone.
alter table wallet_senders add column frozen_by_us boolean not null default false,
  add check (frozen_at is not null or not frozen_by_us);
create index wallet_senders_frozen on wallet_senders (frozen_at, customer) where frozen_at is not null;
create index wallet_transfers_queued on wallet_transfers (requested_at, id) where state = 'waiting';

-- Anybody can send dust and tokens that nobody knows: those are looked at for a while, and what is too large until it is booked.
create index chain_deposits_too_large on chain_deposits (seen_at, id) where state = 'too-large';
create index chain_deposits_odd on chain_deposits (seen_at, id) where state in ('dust', 'unknown-token');

-- A day's trades lie together, so that this costs a trade next to nothing.
create index trades_by_day on trades using brin (at);
