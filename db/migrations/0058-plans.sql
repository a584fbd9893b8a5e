-- Standing orders: so many dollars of gold each day, week or month. Each date is a row of its own, with what became of it.
create table plans (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  product text not null check (product in ('GAE', 'QMGT')),
  pay_with text not null check (pay_with in ('USDT', 'USDAU')),
  -- What is paid each time in all, the fee included.
  amount_units numeric(38, 0) not null check (amount_units > 0),
  every text not null check (every in ('day', 'week', 'month')),
  -- Of a week 1 (Monday) to 7, of a month 1 to 31 or its last.
  on_day smallint,
  zone text not null,
  -- Dollars for a gram, above which nothing is bought; and the last day on which something is.
  ceiling text,
  ends_on date,
  state text not null default 'Active',
  -- Why it is paused or ended, and since when it is as it is.
  reason text check (reason in ('customer', 'skipped', 'verification', 'product', 'end', 'closed')),
  since timestamptz not null,
  -- Dates that were missed one after the other.
  skipped_in_row integer not null default 0 check (skipped_in_row >= 0),
  -- What it has bought so far.
  booked_times integer not null default 0 check (booked_times >= 0),
  paid_units numeric(38, 0) not null default 0 check (paid_units >= 0),
  gram_units numeric(38, 0) not null default 0 check (gram_units >= 0),
  -- When its customer is told of the first date; null once that was done.
  announce_at timestamptz,
  made_at timestamptz not null,
  -- By which version of the policy its amount was taken.
  policy_version bigint not null,
  constraint plans_day check (case every when 'day' then on_day is null
    when 'week' then on_day is not null and on_day between 1 and 7
    else on_day is not null and on_day between 1 and 31 end),
  constraint plans_reason check (state in ('Active', 'Paused', 'Ended') and (state = 'Active') = (reason is null)),
  constraint plans_announced check (announce_at is null or (state = 'Active' and booked_times = 0))
) with (fillfactor = 80);
create index plans_of_customer on plans (customer, number);
create index plans_to_announce on plans (announce_at) where announce_at is not null;

create table plan_dues (
  id uuid primary key,
  number bigint generated always as identity unique,
  plan uuid not null references plans,
  customer uuid not null,
  -- The day in the plan's zone, the moment that this is, and when it is tried next: null once it is done.
  due_on date not null,
  due_at timestamptz not null,
  try_at timestamptz,
  -- How often it was missed, and when first.
  tries smallint not null default 0 check (tries >= 0),
  first_missed_at timestamptz,
  state text not null default 'Due',
  reason text check (reason in ('no-money', 'above-ceiling', 'frozen', 'no-gold', 'market-shut', 'day-limit', 'customer', 'paused')),
  amount_units numeric(38, 0) not null check (amount_units > 0),
  -- What was booked.
  gram_units numeric(38, 0) check (gram_units > 0),
  price text,
  movement uuid unique,
  done_at timestamptz,
  unique (plan, due_on),
  constraint plan_dues_state check (state in ('Due', 'Waiting', 'Retrying', 'Booked', 'Skipped')),
  constraint plan_dues_open check ((state in ('Due', 'Waiting', 'Retrying')) = (try_at is not null)
    and (try_at is null) = (done_at is not null)),
  constraint plan_dues_booked check ((state = 'Booked') = (movement is not null) and (state = 'Booked') = (gram_units is not null)
    and (state = 'Booked') = (price is not null)),
  constraint plan_dues_reason check ((state in ('Retrying', 'Skipped')) = (reason is not null)),
  constraint plan_dues_tried check ((tries = 0) = (first_missed_at is null))
) with (fillfactor = 80);
create index plan_dues_of_plan on plan_dues (plan, number);
-- A plan has one date ahead of it at a time, and never two.
create unique index plan_dues_one_open on plan_dues (plan) where try_at is not null;
create index plan_dues_to_try on plan_dues (try_at, id) where try_at is not null;

insert into state_moves (thing, from_state, to_state) values
  ('plan', 'Active', 'Paused'), ('plan', 'Active', 'Ended'), ('plan', 'Paused', 'Active'), ('plan', 'Paused', 'Ended'),
  ('plan-due', 'Due', 'Booked'), ('plan-due', 'Due', 'Waiting'), ('plan-due', 'Due', 'Retrying'), ('plan-due', 'Due', 'Skipped'),
  ('plan-due', 'Waiting', 'Due'), ('plan-due', 'Waiting', 'Booked'), ('plan-due', 'Waiting', 'Retrying'),
  ('plan-due', 'Waiting', 'Skipped'), ('plan-due', 'Retrying', 'Booked'), ('plan-due', 'Retrying', 'Skipped');
create trigger plans_states before update of state on plans
  for each row when (old.state <> new.state) execute function check_state_move('plan');
create trigger plan_dues_states before update of state on plan_dues
  for each row when (old.state <> new.state) execute function check_state_move('plan-due');

-- What a plan is for and whose it is stays; and what became of a date stays for good.
create function check_plan() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.customer, new.product, new.made_at)
    is distinct from (old.id, old.number, old.customer, old.product, old.made_at)
    or new.booked_times < old.booked_times or new.paid_units < old.paid_units or new.gram_units < old.gram_units
  then
    raise exception 'plan % stays as it was made', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger plans_as_made before update on plans for each row execute function check_plan();
create function check_plan_due() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.plan, new.customer) is distinct from (old.id, old.number, old.plan, old.customer)
    or old.done_at is not null
    or (new.due_on <> old.due_on and old.tries > 0)
  then
    raise exception 'the date % of a plan stays as it was', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger plan_dues_as_made before update on plan_dues for each row execute function check_plan_due();
create trigger plans_kept before delete or truncate on plans for each statement execute function refuse_change();
create trigger plan_dues_kept before delete or truncate on plan_dues for each statement execute function refuse_change();

-- By the end of each transaction an active plan has its date, and one that is not active has none.
create function check_plan_has_due() returns trigger language plpgsql as $$
declare
  asked uuid := case tg_table_name when 'plans' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'plan')::uuid end;
begin
  if (select state = 'Active' from plans where id = asked)
    is distinct from exists (select from plan_dues where plan = asked and try_at is not null)
  then
    raise exception 'plan % is active without a date, or has one without being active', asked
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create constraint trigger plans_have_due after insert or update of state on plans
  deferrable initially deferred for each row execute function check_plan_has_due();
create constraint trigger plan_dues_have_plan after insert or update of try_at on plan_dues
  deferrable initially deferred for each row execute function check_plan_has_due();
