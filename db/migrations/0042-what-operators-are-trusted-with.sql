-- What each operator is trusted with, since when and by whose doing, and until when. Whoever gave or took is null where it
-- was a command at the machine. What happened stays: a role that is given again gets a row of its own.
create table operator_roles (
  id bigint generated always as identity primary key,
  operator uuid not null references customers,
  role text not null check (role in ('Owner', 'Finance', 'Vault', 'Compliance', 'Support', 'Auditor')),
  given_at timestamptz not null,
  given_by uuid references customers,
  taken_at timestamptz,
  taken_by uuid references customers,
  check (taken_by is null or taken_at is not null)
);
create unique index operator_roles_held on operator_roles (operator, role) where taken_at is null;
create trigger operator_roles_kept before delete or truncate on operator_roles
  for each statement execute function refuse_change();

create function refuse_other_history() returns trigger language plpgsql as $$
begin
  if old.taken_at is not null
    or (new.id, new.operator, new.role, new.given_at) is distinct from (old.id, old.operator, old.role, old.given_at)
    or new.given_by is distinct from old.given_by
  then
    raise exception 'a role that was given can only be taken, once';
  end if;
  return new;
end
$$;
create trigger operator_roles_history before update on operator_roles
  for each row execute function refuse_other_history();

-- The roles as they are now. They stand in the row that is read with every call, and whose version ends what is remembered
-- of a caller: the very next call knows of a change.
alter table customers add column roles text[] not null default '{}';

create function show_roles() returns trigger language plpgsql as $$
begin
  -- One change of a person's roles after the other, so that the later one sees both.
  perform from customers where id = new.operator and role = 'operator' for no key update;
  if not found then
    raise exception 'only an operator has roles';
  end if;
  update customers
  set roles = array(select r.role from operator_roles r where r.operator = new.operator and r.taken_at is null order by r.id)
  where id = new.operator;
  return null;
end
$$;
create trigger operator_roles_shown after insert or update on operator_roles
  for each row execute function show_roles();

-- Until now each operator could do everything.
insert into operator_roles (operator, role, given_at)
select id, 'Owner', created_at from customers where role = 'operator';
