-- Dollar tokens that leave as dollars, to the customer's own bank account. The tokens are held from the request on.
create table payouts (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  -- Of the account: its id, and what of it was told when the payout was asked for.
  account uuid not null,
  bank text,
  last_four text not null,
  asset text not null check (asset in ('USDT', 'USDAU')),
  -- What leaves in all, and which part of it is the fee.
  units numeric(38, 0) not null check (units > 0),
  fee_units numeric(38, 0) not null check (fee_units >= 0 and fee_units < units),
  rate text not null,
  gross_cents bigint not null,
  fee_cents bigint not null check (fee_cents >= 0),
  receive_cents bigint not null check (receive_cents > 0),
  fee_fixed_cents bigint not null check (fee_fixed_cents >= 0),
  fee_basis_points integer not null check (fee_basis_points >= 0),
  policy_version bigint not null,
  state text not null default 'Requested',
  -- Why it was cancelled or refused, or came back.
  reason text check (reason in ('customer', 'frozen', 'debt', 'account', 'operator', 'bank')),
  hold bigint not null unique,
  -- The payment by bank, and the entry with which the tokens left.
  payment uuid unique,
  entry bigint unique,
  requested_at timestamptz not null,
  approved_at timestamptz,
  ended_at timestamptz,
  constraint payouts_sum check (gross_cents = fee_cents + receive_cents),
  constraint payouts_state check (state in ('Requested', 'Approved', 'Sent', 'Paid', 'Cancelled', 'Refused', 'Returned')),
  constraint payouts_reason check ((state in ('Cancelled', 'Refused', 'Returned')) = (reason is not null)),
  constraint payouts_ended check ((state in ('Requested', 'Approved', 'Sent')) = (ended_at is null)),
  constraint payouts_left check ((state in ('Sent', 'Paid', 'Returned')) = (entry is not null)),
  constraint payouts_approved check ((payment is null) = (approved_at is null) and (entry is null or payment is not null)
    and (state <> 'Requested' or payment is null) and (state <> 'Approved' or payment is not null))
) with (fillfactor = 80);
create index payouts_of_customer on payouts (customer, number desc);
create index payouts_of_day on payouts (customer, requested_at);
create index payouts_waiting on payouts (requested_at, id) where state in ('Requested', 'Approved');
create index payouts_open on payouts (id) where state in ('Requested', 'Approved');

-- What the bank sent back of a payout, all at once or in parts; credited once an entry says so.
create table payout_returns (
  id uuid primary key,
  number bigint generated always as identity unique,
  payout uuid not null references payouts,
  customer uuid not null,
  cents bigint not null check (cents > 0),
  units numeric(38, 0) not null check (units > 0),
  at timestamptz not null,
  entry bigint unique
);
create index payout_returns_of_payout on payout_returns (payout, number);
create index payout_returns_of_customer on payout_returns (customer, number);
create index payout_returns_owed on payout_returns (id) where entry is null;

insert into state_moves (thing, from_state, to_state) values
  ('payout', 'Requested', 'Approved'), ('payout', 'Requested', 'Cancelled'), ('payout', 'Requested', 'Refused'),
  ('payout', 'Approved', 'Sent'), ('payout', 'Approved', 'Refused'),
  ('payout', 'Sent', 'Paid'), ('payout', 'Sent', 'Returned'), ('payout', 'Paid', 'Returned');
create trigger payouts_states before update of state on payouts
  for each row when (old.state <> new.state) execute function check_state_move('payout');

alter table wallet_links drop constraint wallet_links_purpose_check;
alter table wallet_links add constraint wallet_links_purpose_check
  check (purpose in ('freeze', 'cancel-transfer', 'cancel-address', 'cancel-bank-account', 'cancel-payout'));
