-- What two operators have changed of the policy's numbers, over what the software comes with. Of a number the newest
-- version counts whose time has come.
create table policy_versions (
  id bigint primary key,
  name text not null check (length(name) between 1 and 200),
  value text not null check (value ~ '^(0|[1-9][0-9]*)(\.[0-9]+)?$' and length(value) <= 40),
  from_at timestamptz not null,
  asker uuid not null,
  approver uuid not null check (approver <> asker),
  reason text not null check (reason <> ''),
  approval uuid not null unique references approvals,
  at timestamptz not null check (at <= from_at)
);
create trigger policy_versions_append_only before update or delete or truncate on policy_versions
  for each statement execute function refuse_change();

-- One after the other: whoever has seen the newest has seen all before it.
create function number_policy_version() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('policy_versions'));
  select coalesce(max(id), 0) + 1 into new.id from policy_versions;
  return new;
end
$$;
create trigger policy_versions_numbered before insert on policy_versions
  for each row execute function number_policy_version();

-- How far customers were told of one that makes something dearer for them.
create table policy_notices (
  version bigint primary key references policy_versions,
  -- The last customer whose mail was left to be sent, in the order of ids.
  reached uuid,
  done_at timestamptz
);

-- A quote says by which version of the policy it was made, and keeps what still counts after it was shown. Those that live
-- through this were made by what the software came with.
alter table deal_quotes
  add column policy_version bigint not null default 0,
  add column terms json not null
    default '{"reserveSeconds": 45, "reserveMove": "30", "mostPerDayUsd": "100000", "mostPerDayGrams": "1000"}';
alter table deal_quotes alter column policy_version drop default, alter column terms drop default;
