import * as calls from '@ingot/endpoints/statements'
import { type Binding, bind } from '../../bind.ts'
import { makeBalanceConfirmation, makeGaeStatement, makeStatement, makeTaxReport, type Statements } from './service.ts'

export const statementRoutes = (statements: Statements): Binding[] => [
  bind(calls.makeStatement, async ({ person, body, from }) => ({
    data: await makeStatement(statements, person, body, from),
  })),
  bind(calls.makeGaeStatement, async ({ person, body, from }) => ({
    data: await makeGaeStatement(statements, person, body, from),
  })),
  bind(calls.makeBalanceConfirmation, async ({ person, body, from }) => ({
    data: await makeBalanceConfirmation(statements, person, body, from),
  })),
  bind(calls.makeTaxReport, async ({ person, body, from }) => ({
    data: await makeTaxReport(statements, person, body, from),
  })),
]
