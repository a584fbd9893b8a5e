-- What one operator asks for and another one decides: a command that is kept until then, with how everything stood.
create table approvals (
  id uuid primary key default gen_random_uuid(),
  -- In the order in which they were asked for.
  number bigint generated always as identity unique,
  action text not null,
  thing text not null,
  customer uuid references customers,
  given jsonb not null,
  -- How the thing stood: it is not done if it stands otherwise by then.
  version text not null,
  before jsonb not null,
  after jsonb not null,
  told text,
  reason text not null,
  asker uuid not null references customers,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'requested',
  -- Whoever decided, when it was decided or ended otherwise, and what was said then.
  decider uuid references customers,
  decided_at timestamptz,
  note text,
  constraint two_persons check (decider <> asker),
  constraint decided check (case
    when state = 'requested' then decider is null and decided_at is null and note is null
    when state in ('withdrawn', 'expired') then decider is null and decided_at is not null
    when state in ('approved', 'done', 'failed', 'refused', 'outdated')
      then decider is not null and decided_at is not null and note is not null
    else false end)
);
create unique index approvals_open on approvals (action, thing) where state in ('requested', 'approved');
create index approvals_due on approvals (expires_at) where state = 'requested';
create index approvals_of_thing on approvals (thing, number);
create index approvals_of_customer on approvals (customer) where customer is not null;
create index approvals_of_asker on approvals (asker, number);

insert into state_moves (thing, from_state, to_state) values
  ('approval', 'requested', 'approved'), ('approval', 'requested', 'refused'), ('approval', 'requested', 'withdrawn'),
  ('approval', 'requested', 'expired'), ('approval', 'requested', 'outdated'),
  ('approval', 'approved', 'done'), ('approval', 'approved', 'failed');
create trigger approvals_states before update of state on approvals
  for each row when (old.state <> new.state) execute function check_state_move('approval');

-- What was asked for stays as it was, whoever decides stays who it was, and nothing is added once it has ended.
create function check_approval() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'requested' then
      raise exception 'an approval begins with being asked for' using errcode = 'restrict_violation';
    end if;
  elsif (new.id, new.number, new.action, new.thing, new.customer, new.given, new.version, new.before, new.after, new.told,
      new.reason, new.asker, new.asked_at, new.expires_at)
    is distinct from (old.id, old.number, old.action, old.thing, old.customer, old.given, old.version, old.before, old.after,
      old.told, old.reason, old.asker, old.asked_at, old.expires_at)
    or (old.decider is not null and new.decider is distinct from old.decider)
    or (old.decided_at is not null and new.decided_at is distinct from old.decided_at)
    or (new.state = old.state and new.note is distinct from old.note)
  then
    raise exception 'approval % can only be decided, and only once', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger approvals_as_asked before insert or update on approvals
  for each row execute function check_approval();
create trigger approvals_kept before delete or truncate on approvals
  for each statement execute function refuse_change();
