/** The last migration that was written before there were rules. */
export const lastWithoutRules = '0096'

type Statement = { text: string; isExplained: boolean }

/** Over a statement that breaks a rule: why the version before can do with it, or since when it does not use it any more. */
const explanation = /^-- suits the version before: \S+/m
const pieces = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-/'$;]+|[-/$]/g

/** Without comments, texts and the bodies of functions. */
const readStatements = (sql: string): Statement[] => {
  const statements: Statement[] = []
  let [text, comments] = ['', '']
  const end = () => {
    const said = text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
    if (said) statements.push({ text: said, isExplained: explanation.test(comments) })
    text = ''
    comments = ''
  }
  for (const [piece] of sql.matchAll(pieces)) {
    if (piece === ';') end()
    else if (piece.startsWith('--')) comments += `${piece}\n`
    else if (piece.startsWith('/*')) text += ' '
    else if (/^'|^\$\w*\$/.test(piece)) text += "''"
    else text += piece
  }
  end()
  return statements
}

/** At commas, but not at those within brackets. */
const splitActions = (text: string): string[] => {
  const actions = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += character
  }
  return actions.map((action) => action.trim())
}

type Rule = [pattern: RegExp, why: string]

const goneOrNamed: Rule = [/^(drop|rename)\b/, 'the version before may still use what is dropped or renamed']

/** Of what is done to a table that others are using. */
const ofActions: Rule[] = [
  [/^alter (column )?\w+ drop not null\b/, ''],
  goneOrNamed,
  [/^alter (column )?\w+ drop default\b/, 'the version before may leave it to the default'],
  [
    /^alter (column )?\w+ (set data )?type\b/,
    'the type of a column changes under the version before, and every row is written anew',
  ],
  [/^alter (column )?\w+ set not null\b/, 'the version before may still write null'],
  [
    /^add (column )?(?!constraint\b|check\b|foreign\b|unique\b|primary\b|exclude\b)(?=.*\bnot null\b)(?!.*\b(default|generated)\b)/,
    'the version before does not know the new column and writes nothing into it: give it a default',
  ],
  [
    /^add (column )?(?!constraint\b).*\bdefault (?!now\(\))[^()]*\w\(/,
    'every row is written anew for a default that is not the same for all of them',
  ],
  [
    /^add .*\b(unique|primary key|exclude)\b(?!.*\busing index\b)/,
    'an index is made while nobody may write: create it concurrently first',
  ],
  [
    /^add .*\b(check|foreign key)\b(?!.* not valid$)/,
    'every row is looked at while nobody may write: add it as a constraint “not valid”, and validate it in the next migration',
  ],
  [/^set (un)?logged\b|^set tablespace\b/, 'every row is written anew while nobody may read'],
]

/** Of whole statements. */
const ofStatements: Rule[] = [
  goneOrNamed,
  [/^alter .*\brename\b/, goneOrNamed[1]],
  [/^(truncate|lock|cluster|vacuum|reindex)\b/, 'everybody waits meanwhile'],
  [/^do\b/, 'what it does cannot be read here'],
  [/^create or replace (function|procedure|view|trigger)\b/, 'it changes under the version before'],
]

/** Of whole statements that name a table which is in use. */
const ofTables: Rule[] = [
  [/^create unique index\b/, 'the version before may write the same twice'],
  [/^create index (?!concurrently\b)/, 'nobody may write meanwhile: create it concurrently, alone in its file'],
  [/^create (constraint )?trigger\b/, 'it may refuse or change what the version before writes'],
  [/^(with .*\b)?(update|delete from)\b/, 'others wait for these rows until the end: do it in pieces, by a job'],
]

const tableOf = (text: string): string =>
  /^(?:alter table(?: if exists)?(?: only)?|update(?: only)?|delete from(?: only)?) ([\w.]+)/.exec(text)?.[1] ??
  /^create .*?\bon (?:only )?([\w.]+)/.exec(text)?.[1] ??
  ''

const breaks = (rules: readonly Rule[], text: string): string | undefined =>
  rules.find(([pattern]) => pattern.test(text))?.[1] || undefined

const reasonsOf = (text: string, made: ReadonlySet<string>): (string | undefined)[] => {
  if (made.has(tableOf(text)) && !/\brename\b/.test(text)) return []
  const [, actions] = /^alter table (?:if exists )?(?:only )?[\w.]+ (.*)$/.exec(text) ?? []
  if (actions) return splitActions(actions).map((action) => breaks(ofActions, action))
  return [breaks([...ofStatements, ...ofTables], text)]
}

/** Why the version before may not go on while a migration is made, statement by statement; nothing where it may. */
export const objectionsTo = (sql: string): string[] => {
  const statements = readStatements(sql)
  const made = new Set(
    statements.flatMap(({ text }) => /^create table (?:if not exists )?([\w.]+)/.exec(text)?.[1] ?? []),
  )
  const isBeside = statements.some(({ text }) => /^create (unique )?index concurrently\b/.test(text))
  const crowded =
    isBeside && statements.length > 1 ? ['an index that is made concurrently stands alone in its file'] : []
  const added = statements.flatMap(({ text }) => [...text.matchAll(/add constraint (\w+)/g)].map(([, name]) => name))
  return [
    ...crowded,
    ...statements
      .filter(({ isExplained }) => !isExplained)
      .flatMap(({ text }) => {
        const own = added.find((name) => text.includes(`validate constraint ${name}`))
        const reasons = [
          ...reasonsOf(text, made),
          own && 'validated here it is under the lock of being added: in the next migration',
        ]
        return reasons.flatMap((why) => (why ? [`${text.slice(0, 80)}: ${why}`] : []))
      }),
  ]
}
