-- Several people may register the same e-mail before its owner confirms one of them. Each mail says who asked, from
-- where and when, so that the owner knows which is his.
alter table registrations add column address text not null default '', add column agent text not null default '';
