import * as calls from '@ingot/endpoints/leaving'
import { type Binding, bind } from '../../bind.ts'
import { closeOwnAccount } from './closing.ts'
import type { Leaving } from './leaving.ts'
import { askForPack, downloadPack, readStanding } from './service.ts'

export const leavingRoutes = (leaving: Leaving): Binding[] => [
  bind(calls.readExit, async ({ person }) => ({ data: await readStanding(leaving, person.id) })),
  bind(calls.askForExitPack, ({ person, from, operation, useGrants }) =>
    askForPack(leaving, { person, from, operation, useGrants }),
  ),
  bind(calls.downloadExitPack, ({ person, params, from }) => downloadPack(leaving, person, params.id, from)),
  bind(calls.closeAccount, ({ person, body, from, operation, useGrants }) =>
    closeOwnAccount(leaving, body.password, { person, from, operation, useGrants }),
  ),
]
