import { type Info, logOut, readInfo, reportActivity } from '@ingot/endpoints/account'
import { readText } from '@ingot/endpoints/content'
import { verifyPassword } from '@ingot/endpoints/credentials'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  changePassword,
  checkResetLink,
  findIntroducer,
  lockAccount,
  register,
  requestRecovery,
  resetPassword,
  sendMailCode,
  sendRegistrationLink,
  sendResetLink,
  signIn,
  signInWithCode,
  verifyEmailByCode,
  verifyEmailByLink,
  vetoRecovery,
} from '@ingot/endpoints/identity'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { readAccessToken } from '../../lib/access-token.ts'
import { call, request } from '../../lib/call.ts'
import { leaveSession, useLogOutReason } from '../../lib/log-out-reason.ts'
import { runSensitiveAction } from '../../lib/sensitive-action.ts'
import { useSession } from '../../lib/session.ts'

/** Keeps the session's copy in step, which routes are gated by, unless somebody else has signed in meanwhile. */
const keepInfo = (info: Info, token: string | null) => {
  if (token !== readAccessToken()) return
  const { id, username, refCode, userHash, kycVerified, customer_rank, role, roles, profileLink, twoFactorOn } = info
  const kept = { id, username, refCode, userHash, kycVerified, customer_rank, role, roles, profileLink, twoFactorOn }
  useSession.getState().saveInfo(kept)
}

export const infoQuery = queryOptions({
  queryKey: ['info'],
  queryFn: async ({ signal }) => {
    const token = readAccessToken()
    const info = (await request(readInfo, {}, signal)).data
    keepInfo(info, token)
    return info
  },
})

/** The signed-in person, asked for only while there is one. */
export const useInfo = () => {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  // Whoever comes back to a tab learns whether the session still is one.
  return useQuery({ ...infoQuery, enabled: isAuthenticated, refetchOnWindowFocus: true })
}

export const useSignIn = () => useMutation({ mutationFn: (body: BodyOf<typeof signIn>) => call(signIn, { body }) })

export const useSignInWithCode = () =>
  useMutation({ mutationFn: (body: BodyOf<typeof signInWithCode>) => call(signInWithCode, { body }) })

export const useRequestRecovery = () =>
  useMutation({ mutationFn: async (mfaToken: string) => (await call(requestRecovery, { body: { mfaToken } })).data })

export const useVetoRecovery = () =>
  useMutation({ mutationFn: (token: string) => call(vetoRecovery, { body: { token } }) })

export const useLockAccount = () =>
  useMutation({ mutationFn: (token: string) => call(lockAccount, { body: { token } }) })

export const useRegister = () =>
  useMutation({ mutationFn: (body: BodyOf<typeof register>) => call(register, { body }) })

export const useSendRegistrationLink = () =>
  useMutation({ mutationFn: (email: string) => call(sendRegistrationLink, { body: { email } }) })

export const useSendMailCode = () =>
  useMutation({ mutationFn: (email: string) => call(sendMailCode, { body: { email } }) })

export const useVerifyEmailByCode = () =>
  useMutation({ mutationFn: (body: BodyOf<typeof verifyEmailByCode>) => call(verifyEmailByCode, { body }) })

/** A query, because it is asked once for a token however often the page is drawn: the token works only once. */
export const useEmailLink = (verifyCode: string) =>
  useQuery({
    queryKey: ['email-link', verifyCode],
    queryFn: () => request(verifyEmailByLink, { body: { verifyCode } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Whether a mailed link still works, before anybody thinks up a password for it. */
export const useResetLink = (code: string) =>
  useQuery({
    queryKey: ['reset-link', code],
    queryFn: async ({ signal }) => (await request(checkResetLink, { body: { code } }, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export const useSendResetLink = () =>
  useMutation({ mutationFn: (email: string) => call(sendResetLink, { body: { email } }) })

export const useResetPassword = () =>
  useMutation({ mutationFn: (body: BodyOf<typeof resetPassword>) => call(resetPassword, { body }) })

/** Before a code is asked for: nobody should fetch the phone for a password that is wrong. Without 2FA the call itself says so. */
export const provePassword = async (password: string) => {
  if (useSession.getState().info?.twoFactorOn) await request(verifyPassword, { body: { password } })
}

/** Answers undefined when the person thought better of it. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: async (body: BodyOf<typeof changePassword>) => {
      await provePassword(body.currentPassword)
      return runSensitiveAction(changePassword, { body }, () => call(changePassword, { body }))
    },
  })

export const useIntroducer = (referralCode: string) =>
  useQuery({
    queryKey: ['introducer', referralCode],
    queryFn: async ({ signal }) => (await request(findIntroducer, { params: { referralCode } }, signal)).data,
    enabled: referralCode !== '',
  })

/** The terms to be accepted, under the name by which the page that shows them asks for them too. */
export const useTerms = () =>
  useQuery({
    queryKey: ['text', 'term-conditions'],
    queryFn: async ({ signal }) => (await request(readText, { params: { name: 'term-conditions' } }, signal)).data,
  })

export const useLogOut = () =>
  useMutation({
    mutationFn: () => {
      useLogOutReason.setState({ reason: 'chosen' })
      return call(logOut)
    },
    // Whether or not the server heard it: a session that it still keeps is idle from now on.
    onSettled: () => leaveSession('chosen'),
  })

/** The call leaves with the token that the next line removes. */
export const logOutAfterIdleness = () => {
  void call(logOut)
  leaveSession('idle')
}

export const reportInput = () => call(reportActivity)
