-- The versioned texts of the service. A version that was published never changes: customers accepted it.
create table texts (
  name text not null,
  version text not null,
  published_on date not null,
  title text not null,
  sections jsonb not null,
  primary key (name, version)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end
$$;

create trigger texts_append_only before update or delete or truncate on texts
  for each statement execute function refuse_change();
