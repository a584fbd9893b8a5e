-- What customers earn for bringing others: a share of the fees that the house really earned from them.

-- How far the entries of the ledger were followed. What was earned before this was there brings nothing.
create table reward_cursor (
  single boolean primary key default true check (single),
  entry bigint not null
);
insert into reward_cursor (entry) select coalesce(max(id), 0) from ledger_entries;
create trigger reward_cursor_kept before delete or truncate on reward_cursor for each statement execute function refuse_change();

-- What all customers paid in fees of which a share goes to those who brought them, year by year (UTC), less what went back; in base
-- units of a dollar token.
create table reward_years (
  year integer primary key,
  fees_usd numeric(38, 0) not null
);

-- Fees that somebody paid whom another customer brought, whether anybody earns something by them or not: who is active goes by them.
create table reward_events (
  entry bigint primary key,
  referee uuid not null,
  event text not null check (event in ('swap', 'booking', 'convert', 'termination')),
  asset text not null check (asset in ('USDT', 'QMGT', 'USDAU', 'USD')),
  fee_units numeric(38, 0) not null check (fee_units > 0),
  -- In base units of a dollar token, at the gold price of the event.
  fee_usd numeric(38, 0) not null check (fee_usd >= 0),
  at timestamptz not null,
  -- The money came by card, and may be lost for long.
  by_card boolean not null,
  -- The payment or remittance that it is of, by which a fee that goes back is found.
  source text unique,
  back_entry bigint
);
create index reward_events_of_referee on reward_events (referee);
create function check_reward_event() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'back_entry') is distinct from (to_jsonb(old) - 'back_entry') or old.back_entry is not null then
    raise exception 'the event of entry % stays as it was', old.entry using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger reward_events_as_made before update on reward_events for each row execute function check_reward_event();
create trigger reward_events_kept before delete or truncate on reward_events for each statement execute function refuse_change();

-- All rewards of a customer in one asset: what can be claimed of them is claimed together.
create table reward_bundles (
  id uuid primary key default gen_random_uuid(),
  customer uuid not null,
  asset text not null check (asset in ('USDT', 'QMGT', 'USDAU', 'USD')),
  -- Paid of rewards that were reversed later: taken from what is claimed next, and never owed.
  to_take_back numeric(38, 0) not null default 0 check (to_take_back >= 0),
  unique (customer, asset)
);
create trigger reward_bundles_kept before delete or truncate on reward_bundles for each statement execute function refuse_change();

create table rewards (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  customer uuid not null,
  referee uuid not null check (referee <> customer),
  entry bigint not null references reward_events,
  level smallint not null check (level > 0),
  asset text not null,
  fee_units numeric(38, 0) not null,
  rate integer not null check (rate > 0),
  amount numeric(38, 0) not null check (amount > 0),
  policy_version bigint not null,
  at timestamptz not null,
  pending_until timestamptz not null,
  state text not null default 'Pending',
  -- Why it is held, and since when; and that an operator has seen that it is all right.
  flags text[] not null default '{}',
  held_at timestamptz,
  cleared_at timestamptz,
  expires_at timestamptz,
  -- What it is asked for in, or was paid with.
  request uuid references reward_requests,
  -- Its entries: out of the fees, back to them, and to the customer.
  posted_entry bigint,
  returned_entry bigint,
  paid_entry bigint,
  constraint rewards_once unique (entry, level),
  constraint rewards_share check (amount = div(fee_units * rate, 10000)),
  constraint rewards_held check ((held_at is not null) = (state = 'Held')),
  constraint rewards_asked check ((request is not null) = (state in ('Requested', 'Paid') or paid_entry is not null)),
  constraint rewards_paid check ((state <> 'Paid' or paid_entry is not null) and (paid_entry is null or state in ('Paid', 'Reversed'))),
  constraint rewards_posted check (state not in ('Claimable', 'Requested', 'Paid', 'Expired') or posted_entry is not null),
  constraint rewards_returned check (returned_entry is null
    or posted_entry is not null and paid_entry is null and state in ('Reversed', 'Expired'))
) with (fillfactor = 80);
create index rewards_of_customer on rewards (customer, number desc);
create index rewards_of_referee on rewards (referee);
create index rewards_of_request on rewards (request) where request is not null;
create index rewards_claimable on rewards (customer, asset) where state = 'Claimable';
create index rewards_requested on rewards (entry) where state = 'Requested';
create index rewards_pending on rewards (pending_until, id) where state = 'Pending';
create index rewards_expiring on rewards (expires_at, id) where state = 'Claimable';
create index rewards_held on rewards (held_at, id) where state = 'Held';
create index rewards_to_post on rewards (id) where posted_entry is null and state in ('Pending', 'Held');
create index rewards_to_return on rewards (id)
  where posted_entry is not null and returned_entry is null and paid_entry is null and state in ('Reversed', 'Expired');

insert into state_moves (thing, from_state, to_state) values
  ('reward', 'Pending', 'Claimable'), ('reward', 'Pending', 'Held'), ('reward', 'Pending', 'Reversed'),
  ('reward', 'Claimable', 'Requested'), ('reward', 'Claimable', 'Held'), ('reward', 'Claimable', 'Reversed'),
  ('reward', 'Claimable', 'Expired'), ('reward', 'Held', 'Pending'), ('reward', 'Held', 'Reversed'),
  ('reward', 'Requested', 'Paid'), ('reward', 'Requested', 'Claimable'), ('reward', 'Paid', 'Reversed');
create trigger rewards_states before update of state on rewards
  for each row when (old.state <> new.state) execute function check_state_move('reward');
create trigger rewards_kept before delete or truncate on rewards for each statement execute function refuse_change();

-- What it came from and what it comes to stays as it was, and what was posted is posted once.
create function check_reward() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.customer, new.referee, new.entry, new.level, new.asset, new.fee_units, new.rate, new.amount,
      new.policy_version, new.at, new.pending_until)
    is distinct from (old.id, old.number, old.customer, old.referee, old.entry, old.level, old.asset, old.fee_units, old.rate,
      old.amount, old.policy_version, old.at, old.pending_until)
    or old.posted_entry is not null and new.posted_entry is distinct from old.posted_entry
    or old.returned_entry is not null and new.returned_entry is distinct from old.returned_entry
    or old.paid_entry is not null and new.paid_entry is distinct from old.paid_entry
  then
    raise exception 'reward % stays as it began', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger rewards_as_begun before update on rewards for each row execute function check_reward();

-- Requests ask for these, too.
alter table reward_requests drop constraint reward_requests_kind_check, drop constraint reward_requests_currency_check;
alter table reward_requests
  add constraint reward_requests_kind check (kind in ('stake', 'referral')),
  add constraint reward_requests_currency check (currency in ('QMGT', 'USDT', 'USDAU')),
  add column asset text not null default 'QMGT' check (asset in ('USDT', 'QMGT', 'USDAU', 'USD')),
  -- What was kept of it for rewards that had been paid and went back.
  add column taken_units numeric(38, 0) not null default 0 check (taken_units >= 0),
  -- In base units of a dollar token: what all of it was worth when it was paid.
  add column worth_units numeric(38, 0) check (worth_units >= 0),
  add constraint reward_requests_asset check (case kind
    when 'stake' then asset = 'QMGT' and taken_units = 0
    else currency = case asset when 'USD' then 'USDT' else asset end and price is null end);

-- Which rewards were asked for in a request, also in one that came to nothing.
create table reward_request_rewards (
  request uuid not null references reward_requests,
  reward uuid not null references rewards,
  primary key (request, reward)
);
create trigger reward_request_rewards_append_only before update or delete or truncate on reward_request_rewards
  for each statement execute function refuse_change();

-- Accounts that were signed in to from one device; a row for each side.
create table shared_devices (
  customer uuid not null references customers on delete cascade,
  other uuid not null,
  seen_at timestamptz not null,
  primary key (customer, other)
);
