-- Films that operators add to those that the portal comes with.

create table films (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  state text not null default 'shown',
  title text not null check (length(title) between 1 and 60),
  about text not null check (length(about) between 1 and 160),
  type text not null check (type in ('video/webm', 'video/mp4')),
  -- Where its pieces are, which nobody can guess, and how long it is.
  file text not null unique check (file ~ '^[0-9a-f]{32}$'),
  bytes integer not null check (bytes > 0),
  poster text not null unique check (poster ~ '^[0-9a-f]{32}$'),
  captions jsonb not null,
  chapters jsonb not null,
  at timestamptz not null,
  operator uuid not null
);
create trigger films_kept before delete or truncate on films for each statement execute function refuse_change();

insert into state_moves (thing, from_state, to_state) values ('film', 'shown', 'withdrawn');
create trigger films_states before update of state on films
  for each row when (old.state <> new.state) execute function check_state_move('film');
