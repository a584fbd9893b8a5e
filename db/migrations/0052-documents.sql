-- Papers that outlive us: numbered without gaps, signed, made once.

-- The last number that was taken of each kind in a year, by UTC. It is taken by the statement that writes the document, so that
-- both are there or neither is.
create table document_numbers (
  kind text not null,
  year smallint not null,
  last integer not null,
  primary key (kind, year)
);

create function check_document_number() returns trigger language plpgsql as $$
begin
  if (tg_op = 'INSERT' and new.last <> 1)
    or (tg_op = 'UPDATE' and (new.kind, new.year, new.last) is distinct from (old.kind, old.year, old.last + 1))
  then
    raise exception 'numbers of % are taken one by one', new.kind using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger document_numbers_one_by_one before insert or update on document_numbers
  for each row execute function check_document_number();
create trigger document_numbers_kept before delete or truncate on document_numbers
  for each statement execute function refuse_change();

create table documents (
  id uuid primary key,
  -- In the order in which they were issued, for pages of a list.
  number bigint generated always as identity unique,
  kind text not null check (kind ~ '^[a-z][a-z-]{0,39}$'),
  year smallint not null,
  serial integer not null,
  -- The number that is printed on it, such as AS-2026-000123.
  code text not null unique check (code ~ '^[A-Z]{2}-[0-9]{4}-[0-9]{6,9}$'),
  customer uuid not null references customers,
  -- What it is about, such as a movement: of each there is one that is valid.
  subject text not null check (length(subject) between 1 and 200),
  subtitle text not null,
  state text not null default 'valid',
  superseded_by uuid references documents deferrable initially deferred,
  -- What it is about may still come back: somebody looks after it.
  watched boolean not null,
  language text not null,
  zone text not null,
  paper text not null check (paper in ('A4', 'Letter')),
  issued_at timestamptz not null,
  -- What stands on it, and the key of its file; neither once its customer was erased.
  data_sealed bytea,
  key_sealed bytea,
  -- SHA-256 of the file, once it was made, and how many of its letters no font has.
  hash bytea check (length(hash) = 32),
  made_at timestamptz,
  missing integer not null default 0,
  -- When its file was found to be changed or gone.
  damaged_at timestamptz,
  unique (kind, year, serial),
  constraint superseded check ((state = 'superseded') = (superseded_by is not null)),
  constraint made check ((hash is null) = (made_at is null)),
  constraint sealed_together check ((data_sealed is null) = (key_sealed is null))
);
create unique index documents_valid_once on documents (customer, kind, subject) where state = 'valid';
create index documents_of_customer on documents (customer, number desc);
create index documents_to_make on documents (id) where hash is null and data_sealed is not null;
create index documents_watched on documents (kind, id) where watched and state = 'valid';
create index documents_damaged on documents (id) where damaged_at is not null;
create index documents_missing on documents (made_at) where missing > 0;

insert into state_moves (thing, from_state, to_state) values
  ('document', 'valid', 'superseded'), ('document', 'valid', 'reversed');
create trigger documents_states before update of state on documents
  for each row when (old.state <> new.state) execute function check_state_move('document');

-- What was issued stays as it was. Its file is set once; what is sealed may be sealed anew or erased, and never comes back.
create function check_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'valid' or new.hash is not null or new.data_sealed is null then
      raise exception 'a document begins valid, and before it has a file' using errcode = 'restrict_violation';
    end if;
  elsif (new.id, new.number, new.kind, new.year, new.serial, new.code, new.customer, new.subject, new.language, new.zone,
      new.paper, new.issued_at)
    is distinct from (old.id, old.number, old.kind, old.year, old.serial, old.code, old.customer, old.subject, old.language,
      old.zone, old.paper, old.issued_at)
    or (old.hash is not null
      and (new.hash, new.made_at, new.missing) is distinct from (old.hash, old.made_at, old.missing))
    or (old.superseded_by is not null and new.superseded_by is distinct from old.superseded_by)
    or (old.data_sealed is null and new.data_sealed is not null)
    or (new.subtitle <> old.subtitle and new.data_sealed is not null)
    or (new.watched and not old.watched)
  then
    raise exception 'document % stays as it was issued', old.code using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger documents_as_issued before insert or update on documents
  for each row execute function check_document();
create trigger documents_kept before delete or truncate on documents
  for each statement execute function refuse_change();

-- Every certificate that documents were ever signed with.
create table document_certificates (
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),
  pem text not null,
  since timestamptz not null
);
create trigger document_certificates_append_only before update or delete or truncate on document_certificates
  for each statement execute function refuse_change();
