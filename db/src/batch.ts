import pg, { type Connection, type PoolClient, type Submittable } from 'pg'
import { connectionOf, takeDoubt } from './unreplicated.ts'

/** A statement that is run very often: prepared once per connection, under its name. */
export type Statement = { name: string; text: string; values: readonly Value[] }

/** Something that a statement also does: a part of its `with`, whose parameters are counted from the given one on. */
export type Part = {
  name: string
  text: (first: number) => string
  values: readonly Value[]
  /** What of it has a row for each that it wrote. Where that is told, it may be done ahead of the rest. */
  done?: string
}

/** A new row that a statement also writes, its values by column. */
export const newRow = (table: string, row: Readonly<Record<string, Value>>): Part => {
  const columns = Object.keys(row)
  return {
    name: `new-${table}`,
    text: (first) => `new_${table} as (
      insert into ${table} (${columns}) values (${columns.map((_, place) => `$${first + place}`)}) returning 1)`,
    values: Object.values(row),
    done: `new_${table}`,
  }
}

/** The same for a row that may be there already, known by its key: then it becomes this. */
export const savedRow = (table: string, key: string, row: Readonly<Record<string, Value>>): Part => {
  const columns = Object.keys(row)
  return {
    name: `saved-${table}`,
    text: (first) => `saved_${table} as (
      insert into ${table} (${columns}) values (${columns.map((_, place) => `$${first + place}`)})
      on conflict (${key}) do update set ${columns.map((column) => `${column} = excluded.${column}`)} returning 1)`,
    values: Object.values(row),
    done: `saved_${table}`,
  }
}

type Value = string | number | boolean | Date | Buffer | null

type Row = Record<string, unknown>
type Answered = (error: Error | null, rows?: Row[][]) => void

/** The columns of a statement's rows, and how each is read. They stay the same, so they are asked for once. */
type Shape = { name: string; read: (text: string) => unknown }[]

const shapesOf = new WeakMap<Connection, Map<string, Shape>>()

/** What it stands for may change with a migration, and a prepared statement then fails for as long as its connection lives. */
const unnamedColumns = /\b(select|returning)\s+([a-z_]+\.)?\*/i

/** Which statements a connection has prepared: kept there by `pg`, from what the server says. */
const preparedOn = (connection: Connection) =>
  (connection as Connection & { parsedStatements: Record<string, string> }).parsedStatements

const forgetful = new WeakSet<Connection>()

/** On a connection whose server may be another one in the next transaction: a name would mean nothing to it. */
export const prepareNothing = (client: PoolClient) => {
  forgetful.add(connectionOf(client))
}

const wireValue = (value: Value) => {
  if (value === null || Buffer.isBuffer(value)) return value
  return value instanceof Date ? value.toISOString() : String(value)
}

/**
 * Statements that go to the server in one message and are answered in one. It does them in their order, up to the first
 * that fails. Outside of a transaction they are one.
 */
export class Batch implements Submittable {
  readonly #statements: readonly Statement[]
  readonly #rows: Row[][] = [[]]
  #shapes = new Map<string, Shape>()
  #keepsNames = true
  /** Who is told: set by whoever sends it, or by the pool. */
  callback?: Answered

  constructor(statements: readonly Statement[]) {
    this.#statements = statements
  }

  /** The statement that is being answered. By these two `pg` notes what it has prepared. */
  get #current(): Statement | undefined {
    return this.#statements[this.#rows.length - 1]
  }
  get name() {
    return this.#keepsNames ? this.#current?.name : undefined
  }
  get text() {
    return this.#current?.text
  }

  submit(connection: Connection) {
    this.#shapes = shapesOf.get(connection) ?? new Map()
    shapesOf.set(connection, this.#shapes)
    this.#keepsNames = !forgetful.has(connection)
    const prepared = preparedOn(connection)
    const careless = this.#statements.find(
      ({ name, text }) => prepared[name] === undefined && unnamedColumns.test(text),
    )
    if (careless) return new Error(`${careless.name} is prepared, so it has to name its columns`)
    const sent = new Set<string>()
    connection.stream.cork()
    for (const { name, text, values } of this.#statements) {
      const known = this.#keepsNames ? name : ''
      if (!known || (prepared[name] === undefined && !sent.has(name)))
        connection.parse({ name: known, text, types: [] }, true)
      sent.add(name)
      connection.bind({ statement: known, values: values.map(wireValue) }, true)
      if (!this.#shapes.has(name)) connection.describe({ type: 'P' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
    const shape = fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID) }))
    this.#shapes.set(this.#current?.name ?? '', shape)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    const row: Row = {}
    const shape = this.#shapes.get(this.#current?.name ?? '') ?? []
    for (const [index, { name, read }] of shape.entries()) {
      const value = fields[index]
      row[name] = value === null || value === undefined ? null : read(value)
    }
    this.#rows.at(-1)?.push(row)
  }

  handleCommandComplete() {
    const name = this.#current?.name ?? ''
    if (!this.#shapes.has(name)) this.#shapes.set(name, [])
    this.#rows.push([])
  }

  handleReadyForQuery(connection: Connection) {
    const doubt = takeDoubt(connection)
    if (doubt) this.callback?.(doubt)
    else this.callback?.(null, this.#rows.slice(0, -1))
  }

  /** Told when the connection takes the next statement, or is gone; a client would queue whatever comes before that. */
  handleError(error: Error, connection: Connection) {
    const tell = () => {
      connection.off('readyForQuery', tell)
      connection.off('end', tell)
      this.callback?.(error)
    }
    // The server goes on after an error of one statement, and after no other.
    if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') return tell()
    connection.once('readyForQuery', tell)
    connection.once('end', tell)
  }
}
