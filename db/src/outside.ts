import pg from 'pg'

/** What is said to this machine's own address is heard by nobody else. A path is a socket of this machine. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || host.startsWith('/') || /^127(\.\d{1,3}){3}$/.test(host)

/** What is wrong with an address of another party, if anybody on the way could listen. */
export const listenersProblem = (address: string): string | undefined => {
  if (!URL.canParse(address)) return
  const { protocol, hostname } = new URL(address)
  if (/^(http|ws):$/.test(protocol) && !isThisMachine(hostname))
    return 'must begin with https:// in production, unless it is on this machine'
}

type ServerTls = boolean | { rejectUnauthorized?: boolean; checkServerIdentity?: unknown }

/** How the driver itself would connect: only it knows what it makes of an address and its options. */
export const readDatabaseUrl = (url: string) => {
  const client = new pg.Client({ connectionString: url })
  const tls = client.ssl as ServerTls
  const isChecked = typeof tls === 'object' ? tls.rejectUnauthorized !== false && !tls.checkServerIdentity : tls
  return { password: client.password ?? '', isPrivate: isChecked || isThisMachine(client.host) }
}

/** What is wrong with the way to a database, if anybody on it could listen or pretend to be the server. */
export const databaseProblem = (url: string): string | undefined => {
  try {
    if (!readDatabaseUrl(url).isPrivate)
      return 'must end with ?sslmode=verify-full in production, unless the server is on this machine'
  } catch (error) {
    // Such as a certificate's file that is not there.
    return `cannot be used: ${(error as Error).message}`
  }
}
