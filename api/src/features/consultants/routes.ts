import * as calls from '@ingot/endpoints/consultants'
import { type Binding, bind } from '../../bind.ts'
import { pageOf } from '../../lists.ts'
import type { ConsultantCalls } from './consultants.ts'
import { answerThread, contactConsultant, readThread, threadList } from './contact.ts'
import { readConsultant, readOwnProfile, saveProfile, submitProfile, withdrawProfile } from './profiles.ts'
import { appealDecision, reportConsultant } from './reports.ts'

const done = { data: { done: true } } as const

const own = (calling: ConsultantCalls): Binding[] => [
  bind(calls.readOwnProfile, async ({ person }) => ({ data: await readOwnProfile(calling, person.id) })),
  bind(calls.saveProfile, async ({ person, from, body }) => ({
    data: await saveProfile(calling, { person, from }, body),
  })),
  bind(calls.submitProfile, async ({ person, from }) => ({ data: await submitProfile(calling, { person, from }) })),
  bind(calls.withdrawProfile, async ({ person }) => ({ data: await withdrawProfile(calling, person.id) })),
  bind(calls.appealDecision, async ({ person, from, body }) => ({
    data: await appealDecision(calling, { person, from }, body),
  })),
]

export const consultantRoutes = (calling: ConsultantCalls): Binding[] => [
  ...own(calling),
  bind(calls.readConsultant, async ({ params, from }) => ({ data: await readConsultant(calling, params.id, from) })),
  bind(calls.contactConsultant, async ({ person, from, body }) => ({
    data: await contactConsultant(calling, { person, from }, body),
  })),
  bind(calls.listThreads, ({ person, query }) => pageOf(threadList(calling, person.id), query)),
  bind(calls.readThread, async ({ person, params }) => ({ data: await readThread(calling, person.id, params.id) })),
  bind(calls.answerThread, async ({ person, from, params, body }) => ({
    data: await answerThread(calling, { person, from }, { ...params, ...body }),
  })),
  bind(calls.reportConsultant, async ({ person, from, body }) => {
    await reportConsultant(calling, { person, from }, body)
    return done
  }),
]
