-- QMGT that its owner leaves alone for a term, and the share of our fees that is set aside for it when the term begins.

create table stakes (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  state text not null default 'Staked',
  units numeric(38, 0) not null check (units > 0),
  -- As it was promised: what the whole term brings.
  term_days integer not null check (term_days > 0),
  basis_points integer not null check (basis_points > 0),
  reward_units numeric(38, 0) not null check (reward_units > 0),
  policy_version bigint not null,
  began_at timestamptz not null,
  ends_at timestamptz not null,
  renews boolean not null,
  renewed_from uuid unique references stakes,
  movement uuid not null unique,
  -- Notice: what had vested by then stays, and the stake is free at the second time.
  notice_at timestamptz,
  leaves_at timestamptz,
  ended_at timestamptz,
  -- What became of the reward: paid, asked for and not decided, and gone back to the pool.
  paid_units numeric(38, 0) not null default 0 check (paid_units >= 0),
  requested_units numeric(38, 0) not null default 0 check (requested_units >= 0),
  returned_units numeric(38, 0) not null default 0 check (returned_units >= 0),
  constraint stakes_term check (ends_at = began_at + term_days * interval '24 hours'),
  constraint stakes_reward check (paid_units + requested_units + returned_units <= reward_units),
  constraint stakes_notice check ((notice_at is null) = (leaves_at is null) and (leaves_at is null or leaves_at < ends_at)),
  constraint stakes_leaving check (state not in ('Leaving', 'Left') or notice_at is not null),
  constraint stakes_over check ((ended_at is not null) = (state in ('Ended', 'Left')))
) with (fillfactor = 80);
create index stakes_of_customer on stakes (customer, number desc);
create index stakes_leaving on stakes (customer) where state = 'Leaving';
create index stakes_due on stakes ((coalesce(leaves_at, ends_at)), id) where state in ('Staked', 'Leaving');

insert into state_moves (thing, from_state, to_state) values
  ('stake', 'Staked', 'Ended'), ('stake', 'Staked', 'Leaving'), ('stake', 'Leaving', 'Staked'), ('stake', 'Leaving', 'Left');
create trigger stakes_states before update of state on stakes
  for each row when (old.state <> new.state) execute function check_state_move('stake');
create trigger stakes_kept before delete or truncate on stakes for each statement execute function refuse_change();

-- What was promised stays as it was.
create function check_stake() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.customer, new.units, new.term_days, new.basis_points, new.reward_units, new.policy_version,
      new.began_at, new.ends_at, new.renewed_from, new.movement)
    is distinct from (old.id, old.number, old.customer, old.units, old.term_days, old.basis_points, old.reward_units,
      old.policy_version, old.began_at, old.ends_at, old.renewed_from, old.movement)
    or new.paid_units < old.paid_units or new.returned_units < old.returned_units
  then
    raise exception 'stake % stays as it began', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger stakes_as_begun before update on stakes for each row execute function check_stake();

-- What customers ask to be paid of their rewards, and what operators decided.
create table reward_requests (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  kind text not null check (kind in ('stake')),
  -- Paid as it is, or sold: then at the price of the moment it is approved.
  currency text not null check (currency in ('QMGT', 'USDT')),
  units numeric(38, 0) not null check (units > 0),
  state text not null default 'Requested',
  reason text,
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid[] not null default '{}',
  -- What arrived; dollars for a gram where it was sold.
  receive_units numeric(38, 0) check (receive_units > 0),
  price text,
  movement uuid unique,
  constraint reward_requests_decided check ((decided_at is null) = (state = 'Requested')),
  constraint reward_requests_paid check (
    (state = 'Paid') = (movement is not null) and (movement is null) = (receive_units is null)
    and (price is null or currency = 'USDT'))
);
create index reward_requests_of_customer on reward_requests (customer, number desc);
create index reward_requests_paid on reward_requests (decided_at) where state = 'Paid';
create index reward_requests_waiting on reward_requests (asked_at, id) where state = 'Requested';

insert into state_moves (thing, from_state, to_state) values
  ('reward-request', 'Requested', 'Paid'), ('reward-request', 'Requested', 'Rejected'), ('reward-request', 'Requested', 'Withdrawn');
create trigger reward_requests_states before update of state on reward_requests
  for each row when (old.state <> new.state) execute function check_state_move('reward-request');
create trigger reward_requests_kept before delete or truncate on reward_requests
  for each statement execute function refuse_change();

-- Of which stakes it is asked for.
create table reward_request_parts (
  request uuid not null references reward_requests,
  stake uuid not null references stakes,
  units numeric(38, 0) not null check (units > 0),
  primary key (request, stake)
);
create index reward_request_parts_of_stake on reward_request_parts (stake);
create trigger reward_request_parts_append_only before update or delete or truncate on reward_request_parts
  for each statement execute function refuse_change();

-- What was put into the pool of rewards out of fees, by two persons.
create table pool_fills (
  id uuid primary key,
  number bigint generated always as identity unique,
  -- What left the fees, and what came into the pool for it; dollars for a gram where it was bought.
  from_asset text not null check (from_asset in ('QMGT', 'USDT', 'USDAU')),
  from_units numeric(38, 0) not null check (from_units > 0),
  units numeric(38, 0) not null check (units > 0),
  price text,
  asked_by uuid not null,
  approved_by uuid not null check (approved_by <> asked_by),
  reason text not null,
  entry bigint not null unique,
  at timestamptz not null,
  constraint pool_fills_price check ((price is null) = (from_asset = 'QMGT') and (from_asset <> 'QMGT' or from_units = units))
);
create trigger pool_fills_append_only before update or delete or truncate on pool_fills
  for each statement execute function refuse_change();
