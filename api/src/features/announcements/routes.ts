import * as calls from '@ingot/endpoints/announcements'
import { type Binding, bind } from '../../bind.ts'
import { pageOf } from '../../lists.ts'
import type { Announcements } from './announcements.ts'
import * as managing from './managing.ts'
import * as service from './service.ts'

const managingRoutes = (announcements: Announcements): Binding[] => [
  bind(calls.listManagedAnnouncements, ({ query }) => pageOf(managing.managedList(announcements), query)),
  bind(calls.readManagedAnnouncement, async ({ params }) => ({
    data: await managing.readManaged(announcements, params.id),
  })),
  bind(calls.previewAnnouncement, async ({ person, from, body }) => ({
    data: await managing.previewOf(announcements, { person, from }, body.source),
  })),
  bind(calls.addAnnouncementPicture, async ({ person, from, body }) => ({
    data: await managing.addPicture(announcements, { person, from }, body.picture),
  })),
  bind(calls.addAnnouncement, async ({ person, from, body }) => ({
    data: await managing.addAnnouncement(announcements, { person, from }, body),
  })),
  bind(calls.changeAnnouncement, async ({ person, from, params, body }) => ({
    data: await managing.changeAnnouncement(announcements, { person, from }, params.id, body),
  })),
  bind(calls.correctAnnouncement, async ({ person, from, params, body: { password, inputCode, ...body } }) => ({
    data: await managing.correctAnnouncement(
      announcements,
      { person, from, proof: { password, inputCode } },
      params.id,
      body,
    ),
  })),
  bind(calls.publishAnnouncement, async ({ person, from, params, body: { password, inputCode, ...body } }) => ({
    data: await managing.publishAnnouncement(
      announcements,
      { person, from, proof: { password, inputCode } },
      params.id,
      body,
    ),
  })),
  bind(calls.unscheduleAnnouncement, async ({ person, from, params, body }) => ({
    data: await managing.unscheduleAnnouncement(announcements, { person, from }, params.id, body),
  })),
  bind(calls.withdrawAnnouncement, async ({ person, from, params, body: { password, inputCode, ...body } }) => ({
    data: await managing.withdrawAnnouncement(
      announcements,
      { person, from, proof: { password, inputCode } },
      params.id,
      body,
    ),
  })),
]

export const announcementRoutes = (announcements: Announcements): Binding[] => [
  bind(calls.listAnnouncements, ({ query }) => pageOf(service.announcementList(announcements), query)),
  bind(calls.readAnnouncement, async ({ params }) => ({
    data: await service.readAnnouncement(announcements, params.slug),
  })),
  bind(calls.readAnnouncementFeed, () => service.readFeed(announcements)),
  bind(calls.readAnnouncementPicture, ({ params }) => service.readPicture(announcements, params.name)),
  bind(calls.readAnnouncementVisit, async ({ person }) => ({
    data: await service.readVisit(announcements, person.id),
  })),
  bind(calls.keepAnnouncementVisit, async ({ person, body }) => ({
    data: await service.keepVisit(announcements, person.id, body.until),
  })),
  ...managingRoutes(announcements),
]
