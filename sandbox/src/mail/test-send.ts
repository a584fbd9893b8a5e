import { createTransport, type SendMailOptions } from 'nodemailer'

export type Sender = { send(message: SendMailOptions): Promise<{ response: string }>; close(): void }

/** A mail program as the portal's is, for tests: speaks SMTP over one connection that it keeps. */
export const openSender = (port: number): Sender => {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
    pool: true,
    maxConnections: 1,
  })
  return {
    send: (message) => transport.sendMail({ from: 'Ingot <no-reply@ingot.test>', ...message }),
    close: () => transport.close(),
  }
}
