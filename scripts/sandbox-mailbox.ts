/** Replies to tickets come in beside the portal, unless it is told otherwise. */
export const mailboxSettings = (env: NodeJS.ProcessEnv, portal: number) => ({
  SUPPORT_ADDRESS: env.SUPPORT_ADDRESS || 'support@ingot.example',
  INBOUND_MAIL_PORT: env.INBOUND_MAIL_PORT || String(portal + 4),
})
