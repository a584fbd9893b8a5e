-- What operators did, line by line. Each line's hash stands on the one before it, and each seal of the ledger holds the newest.
create table audit_lines (
  number bigint primary key check (number > 0),
  at timestamptz not null,
  -- Null for a command at the machine.
  operator uuid,
  action text not null check (action ~ '^[a-z0-9-]{1,60}$'),
  customer uuid,
  thing text check (length(thing) between 1 and 200),
  reason text check (length(reason) between 1 and 500),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  -- Done by one person where it usually takes two.
  alone boolean not null,
  hash bytea not null check (length(hash) = 32)
);
create index audit_lines_of_customer on audit_lines (customer, number desc) where customer is not null;
create index audit_lines_of_operator on audit_lines (operator, number desc);
create index audit_lines_of_action on audit_lines (action, number desc);
create index audit_lines_alone on audit_lines (number desc) where alone;

create trigger audit_lines_append_only before update or delete or truncate on audit_lines
  for each statement execute function refuse_change();

-- Everything a line says, as it is hashed and verified.
create function audit_text(line audit_lines) returns text language sql stable as $$
  select jsonb_build_array(line.number, extract(epoch from line.at), line.operator, line.action, line.customer, line.thing,
    line.reason, line.facts, line.alone)::text
$$;

-- One line at a time: the lock is held until the transaction ends, so that numbers have no gaps and the hashes one order.
create function audit_write(
  at timestamptz, operator uuid, action text, customer uuid, thing text, reason text, facts jsonb, alone boolean
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  newest audit_lines;
  line audit_lines;
begin
  perform pg_advisory_xact_lock(1866304);
  select * into newest from audit_lines order by number desc limit 1;
  line := row(coalesce(newest.number, 0) + 1, at, operator, action, customer, thing, reason, facts, alone, null);
  line.hash := sha256(coalesce(newest.hash, decode(repeat('00', 32), 'hex')) || convert_to(audit_text(line), 'UTF8'));
  insert into audit_lines values (line.*);
  return line.number;
end
$$;
revoke execute on function audit_write(timestamptz, uuid, text, uuid, text, text, jsonb, boolean) from public;

-- A seal says how far the audit log went. While nothing was posted, it holds no entries.
alter table ledger_seals
  add column audit_line bigint not null default 0 check (audit_line >= 0),
  add column audit_hash bytea check (length(audit_hash) = 32),
  drop constraint ledger_seals_last_entry_key,
  drop constraint ledger_seals_check,
  add check (first_entry <= last_entry + 1),
  add check ((audit_line > 0) = (audit_hash is not null));

-- Up to which line operators were written to about what one of them did alone.
create table audit_told (
  one boolean primary key default true check (one),
  number bigint not null
);
insert into audit_told (number) values (0);
