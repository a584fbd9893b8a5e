import type { Endpoint } from '@ingot/endpoints/endpoint'
import { errorReply } from '@ingot/endpoints/error-reply'
import { type ErrorName, errorTable } from '@ingot/endpoints/errors'
import * as z from 'zod/mini'
import { version } from '../../version.ts'

/** What any call may be answered with, whatever it does. */
const always: readonly ErrorName[] = ['InvalidInput', 'RateLimited', 'Internal', 'Unavailable']

export const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })
  return json
}

/** What a reply has within itself, such as a tree, stands among the schemas of the whole contract: only there it is found. */
const hoisted = ({ name, reply }: Endpoint) => {
  const { $defs = {}, ...schema } = schemaOf(reply, 'output')
  const named = (json: object) =>
    JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)) as object
  const schemas = Object.entries($defs).map(([own, json]) => [`${name}.${own}`, named(json as object)])
  return { schema: named(schema), schemas: Object.fromEntries(schemas) as Record<string, object> }
}

/** A file in a form, which JSON Schema cannot describe. */
const fileSchema = { type: 'string', format: 'binary' }

/** Whatever the signing party or the browser sends: their own contracts say what. */
const signedBody = { requestBody: { required: true, content: { '*/*': { schema: {} } } } }

const bodyOf = ({ body, bodyType }: Endpoint) => {
  if (bodyType === 'signed' || bodyType === 'report') return signedBody
  if (!body) return {}
  const schema = schemaOf(body, 'input')
  if (bodyType !== 'form') return { requestBody: { required: true, content: { 'application/json': { schema } } } }
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    Object.keys(property).length ? property : fileSchema,
  ])
  const form = { schema: { ...schema, properties: Object.fromEntries(properties) } }
  const content = { 'multipart/form-data': form, 'application/x-www-form-urlencoded': form }
  return { requestBody: { required: true, content } }
}

const parametersOf = (place: 'path' | 'query', schema: z.ZodMiniObject | undefined) => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

const operationKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Names the operation: the same key with the same request gives the first answer again, without doing it again.',
  schema: { type: 'string', minLength: 8, maxLength: 200 },
}

export const errorsOf = (endpoint: Endpoint): ErrorName[] => [
  ...new Set<ErrorName>([
    ...endpoint.errors,
    ...(endpoint.gate === 'public' ? [] : (['Unauthorized', 'Forbidden'] as const)),
    ...(endpoint.body ? (['BodyTooLarge', 'UnsupportedMediaType'] as const) : []),
    ...(endpoint.stepUp ? (['StepUpRequired'] as const) : []),
    ...(endpoint.idempotent ? (['OperationKeyMissing', 'OperationKeyReused'] as const) : []),
    ...always,
  ]),
]

const failuresOf = (endpoint: Endpoint) => {
  const byStatus = Map.groupBy(errorsOf(endpoint), (name) => errorTable[name].status)
  const entries = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    entries.map(([status, names]) => [
      status,
      {
        description: names.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const successOf = (endpoint: Endpoint) =>
  endpoint.reply instanceof z.ZodMiniUndefined
    ? { 204: { description: 'Done' } }
    : {
        200: {
          description: 'Done',
          content: { [endpoint.replyType ?? 'application/json']: { schema: hoisted(endpoint).schema } },
        },
      }

const securityOf = ({ gate, bearer }: Endpoint) => {
  if (gate === 'public') return []
  return [bearer === 'client' ? { client: [], session: [], xsrf: [] } : { bearer: [], session: [] }]
}

const operationOf = (endpoint: Endpoint) => ({
  operationId: endpoint.name,
  summary: endpoint.summary,
  'x-gate': endpoint.gate,
  security: securityOf(endpoint),
  parameters: [
    ...parametersOf('path', endpoint.params),
    ...parametersOf('query', endpoint.query),
    ...(endpoint.idempotent ? [operationKeyParameter] : []),
  ],
  ...(endpoint.stepUp && { 'x-step-up': endpoint.stepUp }),
  ...bodyOf(endpoint),
  responses: {
    ...successOf(endpoint),
    ...failuresOf(endpoint),
  },
})

/** The whole contract as OpenAPI 3.1, made from the endpoints' declarations. */
export const contractOf = (endpoints: readonly Endpoint[]) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ingot',
      version,
      description: 'The customer portal’s own API.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: Object.assign(
        { Error: schemaOf(errorReply, 'output') },
        ...endpoints.map((each) => hoisted(each).schemas),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        client: { type: 'http', scheme: 'bearer', description: 'The page’s public client token.' },
        xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN', description: 'The cookie XSRF-TOKEN once more.' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-ingot-session' },
      },
    },
  }
}
