import { runCommand } from './terminal.ts'

// Each way loads only what it needs: whoever watches over one role takes little memory beside it.
await runCommand(async () => {
  const [role] = process.argv.slice(2)
  if (role === undefined) return (await import('./start-all.ts')).startAll()
  await (await import('./start-role.ts')).startRole(role)
})
