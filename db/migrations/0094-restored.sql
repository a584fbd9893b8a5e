-- After the database was set back to a moment, numbers that the outside world knows from the time that is forgotten are not given
-- out again. Between the last that is known and the next that is given out lie the forgotten ones.
create table ledger_restores (
  series text not null check (series in ('entry', 'seal', 'snapshot')),
  known bigint not null check (known >= 0),
  next bigint not null,
  at timestamptz not null default ingot_now(),
  primary key (series, known),
  check (next > known + 1)
);
create trigger ledger_restores_append_only before update or delete or truncate on ledger_restores
  for each statement execute function refuse_change();

-- The lowest number that may still be given out.
create function first_after_restores(wanted text) returns bigint language sql stable as $$
  select coalesce(max(next), 1) from ledger_restores where series = wanted
$$;
