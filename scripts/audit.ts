import { spawnSync } from 'node:child_process'
import { runCommand } from './terminal.ts'

const npm = process.env.npm_execpath ?? ''

// Known weaknesses of what we depend on. Not part of `npm test`: its answer changes while the code does not.
await runCommand(async () => {
  const { stdout, stderr } = spawnSync(process.execPath, [npm, 'audit', '--audit=true', '--json'], { encoding: 'utf8' })
  const report = JSON.parse(stdout || '{}')
  if (!report.metadata) {
    console.log(
      `This registry offers no audit (${report.statusCode ?? report.error?.code ?? stderr.trim().slice(0, 200)}). Run it where one does.`,
    )
    return
  }
  const { info: _info, total, ...bySeverity } = report.metadata.vulnerabilities
  console.log(`${total} known weaknesses: ${JSON.stringify(bySeverity)}`)
  for (const [name, { severity, range }] of Object.entries<{ severity: string; range: string }>(report.vulnerabilities))
    console.log(`  ${severity.padEnd(9)} ${name} ${range}`)
  if (bySeverity.high || bySeverity.critical) process.exit(1)
})
