/** The newest one that is complete in every registry we use, and the peers it asks for. It runs on Node 20 to 26. */
const dependencies = {
  '@strapi/plugin-users-permissions': '5.54.0',
  '@strapi/strapi': '5.54.0',
  pg: '8.23.1',
  react: '18.3.1',
  'react-dom': '18.3.1',
  'react-router-dom': '6.30.3',
  'styled-components': '6.1.19',
}

export const strapiVersion = dependencies['@strapi/strapi']

export const strapiPackage = `${JSON.stringify(
  { name: 'strapi-yardstick', private: true, dependencies, strapi: { telemetryDisabled: true } },
  null,
  2,
)}\n`

/**
 * The smallest project that signs people in. What it does not say is as Strapi has it: its middlewares, its log, and
 * that whoever is signed in may ask who they are. The pool is as large as ours, which is also what its generator writes.
 */
export const strapiFiles: Record<string, string> = {
  'config/server.js': `
module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT'),
  app: { keys: [env('YARDSTICK_SECRET')] },
})
`,
  'config/database.js': `
module.exports = ({ env }) => ({
  connection: {
    client: 'postgres',
    connection: { connectionString: env('DATABASE_URL') },
    pool: { min: 2, max: 10 },
  },
})
`,
  // Nobody looks at the panel, and without it nothing has to be built.
  'config/admin.js': `
module.exports = ({ env }) => ({
  serveAdminPanel: false,
  auth: { secret: env('YARDSTICK_SECRET') },
  apiToken: { salt: env('YARDSTICK_SECRET') },
  transfer: { token: { salt: env('YARDSTICK_SECRET') } },
})
`,
  'config/plugins.js': `
module.exports = ({ env }) => ({
  'users-permissions': { config: { jwtSecret: env('YARDSTICK_SECRET') } },
})
`,
  'public/uploads/.gitkeep': '',
  // The same as its own start command does, and then it tells whoever started it.
  'start.js': `
const { createStrapi } = require('@strapi/strapi')

createStrapi({ appDir: __dirname, distDir: __dirname })
  .start()
  .then(() => process.send({ ready: true, port: Number(process.env.PORT) }))
process.on('disconnect', () => process.exit(0))
`,
}
