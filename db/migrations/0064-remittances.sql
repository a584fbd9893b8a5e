-- Dollars that customers announce and send by bank, and what they owe where such dollars were taken back.

create table remittances (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  -- What the payer writes on the transfer. One that came by a reference that was used before has none of its own, and names the first.
  reference text unique check (reference ~ '^RF[0-9]{18}$'),
  follows uuid references remittances,
  -- From which account it was announced, and how much.
  account uuid,
  announced_cents numeric(38, 0) check (announced_cents > 0),
  announced_at timestamptz,
  expires_at timestamptz,
  state text not null,
  reason text,
  -- The line of the statement that brought it, once; what arrived, and who sent it, sealed.
  line uuid unique,
  arrived_cents numeric(38, 0) check (arrived_cents > 0),
  received_at timestamptz,
  payer_sealed bytea,
  -- Where the money lies that is neither booked nor returned, and how much of it: the customer's, or nobody's yet.
  lies_in text check (lies_in in ('held', 'suspense')),
  left_cents numeric(38, 0) not null default 0 check (left_cents >= 0),
  -- What of it settled a debt, what was booked, and what the bank took back.
  settled_cents numeric(38, 0) not null default 0 check (settled_cents >= 0),
  booked_cents numeric(38, 0) not null default 0 check (booked_cents >= 0),
  taken_cents numeric(38, 0) not null default 0 check (taken_cents >= 0),
  holding uuid unique,
  -- When booking it is tried next; null where that takes an operator, or nothing is to be booked.
  try_at timestamptz,
  -- Operators who let it be booked or sent back, and when they did.
  approved_by uuid[] not null default '{}',
  approved_at timestamptz,
  -- The payment by which it goes back.
  payment uuid unique,
  -- Until when documents are waited for.
  documents_until timestamptz,
  ended_at timestamptz,
  constraint remittances_name check ((reference is null) = (follows is not null)),
  constraint remittances_arrival check ((line is null) = (arrived_cents is null) and (line is null) = (received_at is null)),
  constraint remittances_lying check (left_cents = 0 or lies_in is not null and state in ('Received', 'Held')),
  constraint remittances_booked check (state <> 'Booked' or arrived_cents is not null),
  constraint remittances_tried check (try_at is null or state in ('Received', 'Held'))
);
create index remittances_of_customer on remittances (customer, number desc);
create index remittances_to_try on remittances (try_at, id) where try_at is not null;
create index remittances_to_expire on remittances (expires_at) where state = 'Announced';
create index remittances_to_return on remittances (documents_until) where documents_until is not null;
create index remittances_waiting on remittances (received_at, id) where state in ('Received', 'Held');
create index remittances_arrived on remittances (customer, received_at) where received_at is not null;

insert into state_moves (thing, from_state, to_state) values
  ('remittance', 'Announced', 'Received'), ('remittance', 'Announced', 'Cancelled'), ('remittance', 'Announced', 'Expired'),
  ('remittance', 'Cancelled', 'Received'), ('remittance', 'Expired', 'Received'),
  ('remittance', 'Received', 'Booked'), ('remittance', 'Received', 'Held'), ('remittance', 'Received', 'Returning'),
  ('remittance', 'Held', 'Booked'), ('remittance', 'Held', 'Returning'),
  ('remittance', 'Returning', 'Returned'), ('remittance', 'Returning', 'Held'), ('remittance', 'Returned', 'Held'),
  ('remittance', 'Booked', 'Reversed'),
  -- The bank took it back before anything was made of it.
  ('remittance', 'Received', 'Reversed'), ('remittance', 'Held', 'Reversed'), ('remittance', 'Returning', 'Reversed');
create trigger remittances_states before update of state on remittances
  for each row when (old.state <> new.state) execute function check_state_move('remittance');
create trigger remittances_kept before delete or truncate on remittances for each statement execute function refuse_change();

-- What a customer owes, each with what made it. The ledger has the sum in the customer's account `owed`.
create table debts (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  cause text not null check (cause in ('remittance')),
  subject uuid not null,
  -- Grams that were gone, and the price of one at which they are owed.
  units numeric(38, 0) not null check (units >= 0),
  price text not null,
  owed_cents numeric(38, 0) not null check (owed_cents > 0),
  left_cents numeric(38, 0) not null check (left_cents between 0 and owed_cents),
  at timestamptz not null,
  settled_at timestamptz,
  constraint debts_settled check ((left_cents = 0) = (settled_at is not null))
);
create index debts_of_customer on debts (customer, number desc);
create index debts_open on debts (customer, number) where left_cents > 0;
create trigger debts_kept before delete or truncate on debts for each statement execute function refuse_change();

-- What settled a debt, in whole or part.
create table debt_settlements (
  id bigint generated always as identity primary key,
  debt uuid not null references debts,
  customer uuid not null,
  cents numeric(38, 0) not null check (cents > 0),
  by text not null check (by in ('customer', 'credit', 'remittance')),
  paid_asset text not null,
  paid_units numeric(38, 0) not null check (paid_units > 0),
  entry bigint not null,
  at timestamptz not null
);
create index debt_settlements_of_debt on debt_settlements (debt, id);
create index debt_settlements_of_customer on debt_settlements (customer);
create trigger debt_settlements_append_only before update or delete or truncate on debt_settlements
  for each statement execute function refuse_change();

-- What lay in the wallet when a debt began: it is left alone, and what comes on top of it settles. Less once less lies there.
create table debt_floors (
  customer uuid not null,
  asset text not null check (asset in ('USDT', 'USDAU')),
  units numeric(38, 0) not null check (units >= 0),
  primary key (customer, asset)
);
