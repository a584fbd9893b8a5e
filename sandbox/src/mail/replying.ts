import { createTransport } from 'nodemailer'
import { badRequest, RequestRefused } from '../frame/refusal.ts'
import type { MailMessage } from './mail-folder.ts'

const LONGEST_TEXT = 20_000
const WITHIN_MS = 10_000

/** Sends an answer to a message, as whoever got it would. */
export type Replying = (message: MailMessage, text: string) => Promise<void>

/** Whether anybody takes answers to this message. */
export const takesReplies = (message: MailMessage, port: number): boolean => port > 0 && message.replyTo !== null

export const textIn = (body: unknown): string => {
  const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : undefined
  if (typeof text !== 'string' || text.trim() === '' || text.length > LONGEST_TEXT)
    throw badRequest(`A reply is a text of at most ${LONGEST_TEXT} characters`)
  return text
}

const quoted = (message: MailMessage): string =>
  (message.text ?? '')
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** Over SMTP to whoever takes mail for the portal on this machine; 0 for nobody. */
export const openReplying =
  (port: number): Replying =>
  async (message, text) => {
    const [from] = message.to
    if (!takesReplies(message, port) || from === undefined || message.replyTo === null)
      throw badRequest('Nobody takes answers to this message')
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, connectionTimeout: WITHIN_MS })
    try {
      await transport.sendMail({
        from,
        to: message.replyTo,
        subject: `Re: ${message.subject}`,
        ...(message.messageId !== null && { inReplyTo: message.messageId, references: message.messageId }),
        text: `${text}\n\nOn ${message.receivedAt}, ${message.from} wrote:\n${quoted(message)}\n`,
      })
    } catch (error) {
      throw new RequestRefused(502, 'NotTaken', `The portal did not take the answer: ${(error as Error).message}`)
    } finally {
      transport.close()
    }
  }
