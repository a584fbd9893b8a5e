-- What customers send us. The file lies in the store, encrypted with a key of its own, which stands here and sealed.
create table uploads (
  number bigint generated always as identity primary key,
  id uuid not null unique,
  customer uuid not null references customers,
  kind text not null check (length(kind) between 1 and 40),
  -- What a feature has taken it for; until then the customer may take it back.
  subject text check (length(subject) between 1 and 100),
  name text not null check (length(name) <= 120),
  type text not null check (type in ('webp', 'pdf')),
  bytes integer not null check (bytes > 0),
  -- Of what was sent: who sends it again has sent it already.
  hash bytea check (length(hash) = 32),
  sealed_key bytea,
  state text not null default 'stored',
  uploaded_at timestamptz not null,
  kept_until timestamptz not null,
  constraint opened_by_its_key check (case state
    when 'stored' then sealed_key is not null and hash is not null
    when 'erased' then sealed_key is null and hash is null
    else false end)
);
create index uploads_of_customer on uploads (customer, number desc);
create index uploads_of_subject on uploads (kind, subject) where subject is not null;
create index uploads_due on uploads (kept_until) where state = 'stored';

insert into state_moves (thing, from_state, to_state) values ('upload', 'stored', 'erased');
create trigger uploads_states before update of state on uploads
  for each row when (old.state <> new.state) execute function check_state_move('upload');

-- Who has opened which of them. Nobody changes it afterwards.
create table upload_reads (
  number bigint generated always as identity primary key,
  upload uuid not null references uploads (id),
  customer uuid not null references customers,
  reader uuid not null references customers,
  at timestamptz not null
);
create index upload_reads_of_upload on upload_reads (upload, number);
create index upload_reads_of_customer on upload_reads (customer, number);
create trigger upload_reads_kept before update or delete or truncate on upload_reads
  for each statement execute function refuse_change();
