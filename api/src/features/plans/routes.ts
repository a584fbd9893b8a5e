import * as calls from '@ingot/endpoints/plans'
import { type Binding, bind } from '../../bind.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { endPlan, pausePlan, resumePlan, skipDue } from './changing.ts'
import { datesOf, dueList, planIn, planList, readPlanRules } from './history.ts'
import { changePlan, makePlan } from './making.ts'
import type { Plans } from './plans.ts'

export const planRoutes = (plans: Plans): Binding[] => [
  bind(calls.makePlan, ({ person, body, operation, useGrants }) =>
    makePlan(plans, { person, operation, useGrants }, body),
  ),
  bind(calls.changePlan, ({ person, params, body, operation, useGrants }) =>
    changePlan(plans, { person, operation, useGrants }, params.id, body),
  ),
  bind(calls.pausePlan, ({ person, params, operation }) => pausePlan(plans, { person, operation }, params.id)),
  bind(calls.resumePlan, ({ person, params, operation }) => resumePlan(plans, { person, operation }, params.id)),
  bind(calls.skipDue, ({ person, params, body, operation }) =>
    skipDue(plans, { person, operation }, params.id, body.due),
  ),
  bind(calls.endPlan, ({ person, params, operation }) => endPlan(plans, { person, operation }, params.id)),
  bind(calls.listPlans, ({ person, query }) => pageOf(planList(plans, person.id), query)),
  bind(calls.readPlan, async ({ person, params }) => ({ data: await planIn(plans.db, person.id, params.id) })),
  bind(calls.listDues, async ({ person, params, query }) => pageOf(await dueList(plans, person.id, params.id), query)),
  bind(calls.downloadDues, async ({ person, params, query }) =>
    fileOf(await dueList(plans, person.id, params.id), query),
  ),
  bind(calls.readPlanDates, async ({ query }) => ({ data: datesOf(plans, query) })),
  bind(calls.readPlanRules, async () => ({ data: await readPlanRules(plans) })),
]
