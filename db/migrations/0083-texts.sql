-- Versions of the texts tell what changed, in the order in which they came, and whether the software or two operators brought them.
alter table texts
  add column number bigint generated always as identity unique,
  add column changes text not null default '',
  add column approval uuid;

-- What operators prepare: one draft for each text, until two of them have published it.
create table text_drafts (
  name text primary key,
  -- Counts its changes: what was looked at is what is published.
  revision integer not null,
  version text not null,
  effective_on date not null,
  changes text not null,
  title text not null,
  sections jsonb not null,
  saved_by uuid not null,
  saved_at timestamptz not null
);

-- What was read, to the letter: the service's name stands in it.
alter table customer_consents
  add column brand text,
  add column text_hash text;
