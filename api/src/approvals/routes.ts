import * as endpoints from '@ingot/endpoints/approvals'
import { type Binding, bind } from '../bind.ts'
import { pageOf } from '../lists.ts'
import { type Approvals, approvalList, approve, ask, refuse, withdraw } from './service.ts'

export const approvalRoutes = (approvals: Approvals): Binding[] => [
  bind(endpoints.askApproval, ({ person, body, from, operation }) => ask(approvals, person, body, { from, operation })),
  bind(endpoints.listApprovals, ({ person, query }) => pageOf(approvalList(approvals, person), query)),
  bind(endpoints.approve, ({ person, params, body, from }) => approve(approvals, person, params.id, body, from)),
  bind(endpoints.refuseApproval, ({ person, params, body, from }) => refuse(approvals, person, params.id, body, from)),
  bind(endpoints.withdrawApproval, ({ person, params }) => withdraw(approvals, person, params.id)),
]
