-- Which mails a customer gets besides those that are always sent; and news goes out as mail as well.

alter table customers
  add column mails_wanted text[] not null default '{statements,alerts,plans,reminders}'
    check (mails_wanted <@ '{statements,alerts,plans,reminders,news}'::text[]);
update customers set mails_wanted = mails_wanted || '{news}' where news_mail;
alter table customers drop column news_mail, drop column sign_in_mail;

-- Whom an announcement has been sent to already, in the order of customers; finished once there is nobody left.
alter table announcements add column mailed_upto uuid, add column mailed_at timestamptz;
update announcements set mailed_at = changed_at where state <> 'draft';
create index customers_who_want_news on customers (id) where mails_wanted @> '{news}';
create index announcements_to_mail on announcements (publish_at)
  where mailed_at is null and state in ('scheduled', 'published');
