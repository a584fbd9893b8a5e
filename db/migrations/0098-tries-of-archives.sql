-- When a try to make an archive last said that it goes on: until it has been silent for long, no other process begins one.
alter table exit_packs add column tried_at timestamptz;
