import { endOtherSessions, endSession, listSessions } from '@ingot/endpoints/account'
import type { Aim } from '@ingot/endpoints/aim'
import {
  changePin,
  checkPendingTwoFactor,
  checkTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  generateTwoFactor,
  resetBackupCodes,
  setPin,
  verifyPin,
  verifyTwoFactor,
} from '@ingot/endpoints/credentials'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, request } from '../../../lib/call.ts'
import { runSensitiveAction } from '../../../lib/sensitive-action.ts'
import { infoQuery, provePassword } from '../queries.ts'

const sessionsKey = ['sessions']
const twoFactorKey = ['two-factor']

/** What a change of credentials makes out of date: the person's own data, and the list of what happened. */
const useRefresh = () => {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: infoQuery.queryKey })
    void client.invalidateQueries({ queryKey: twoFactorKey })
    void client.invalidateQueries({ queryKey: ['activity'] })
  }
}

/** Sets the first PIN, or another one. Answers undefined when the customer thought better of it. */
export const useSavePin = (isFirst: boolean) => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ password, pin }: BodyOf<typeof setPin>) => {
      await provePassword(password)
      const [first, another] = [{ body: { password, pin } }, { body: { password, changePin: pin } }]
      return isFirst
        ? runSensitiveAction(setPin, first, () => request(setPin, first))
        : runSensitiveAction(changePin, another, () => request(changePin, another))
    },
    // Also after a failure: that a PIN is set already may be news.
    onSettled: refresh,
  })
}

export const provePin = (aim: Aim, pin: string) => request(verifyPin, { body: { pin, ...aim } })

export const proveTwoFactor = (aim: Aim, token: string) => request(verifyTwoFactor, { body: { token, ...aim } })

const statusPoll = 1_000

/** Asks every second, in a tab that is looked at: it may be turned on or off in another one. A failed answer is no answer. */
export const useTwoFactorStatus = () =>
  useQuery({
    queryKey: twoFactorKey,
    queryFn: async ({ signal }) => (await request(checkTwoFactor, {}, signal)).data,
    refetchInterval: statusPoll,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })

/** Has the person's own data read again when 2FA was turned on or off elsewhere. */
export const useFollowTwoFactor = (isOn: boolean) => {
  const client = useQueryClient()
  const { data: status } = useTwoFactorStatus()
  const isNews = status !== undefined && status.enabled !== isOn
  useEffect(() => {
    if (isNews) void client.invalidateQueries({ queryKey: infoQuery.queryKey })
  }, [client, isNews])
}

export const useGenerateTwoFactor = () =>
  useMutation({
    mutationFn: async (body: BodyOf<typeof generateTwoFactor>) => (await request(generateTwoFactor, { body })).data,
    gcTime: 0,
  })

/** Where the server asked for it. */
type Password = { password?: string }

/** Proves the new secret and turns it on; answers the backup codes. */
export const useEnableTwoFactor = () => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ secret, token, ...password }: BodyOf<typeof checkPendingTwoFactor> & Password) => {
      await request(checkPendingTwoFactor, { body: { secret, token } })
      return (await request(enableTwoFactor, { body: { mfaSecret: secret, ...password } })).data.backupCodes
    },
    onSettled: refresh,
    gcTime: 0,
  })
}

export const useResetBackupCodes = () => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (body: BodyOf<typeof resetBackupCodes>) =>
      (await request(resetBackupCodes, { body })).data.backupCodes,
    onSettled: refresh,
    gcTime: 0,
  })
}

export const useDisableTwoFactor = () => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: BodyOf<typeof disableTwoFactor>) => request(disableTwoFactor, { body }),
    onSettled: refresh,
  })
}

export const useSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await request(listSessions, {}, signal)).data,
  })

const useSessionChange = <Input>(mutationFn: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn,
    onSettled: async () => {
      refresh()
      await client.invalidateQueries({ queryKey: sessionsKey })
    },
  })
}

export const useEndSession = () => useSessionChange((id: string) => call(endSession, { params: { id } }))

export const useEndOtherSessions = () => useSessionChange((_: undefined) => call(endOtherSessions))
