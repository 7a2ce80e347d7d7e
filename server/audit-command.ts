import { auditInstallation } from './audit.ts'

/** `npm run audit`: says what is wrong, a line each, and exits with 1; with 0 when nothing is. */
try {
  const { accounts, currencies, checkpoint, errors } = await auditInstallation(process.env)
  for (const line of errors) console.error(line)
  console.log(
    `${accounts} accounts in ${currencies} currencies, ${checkpoint} signed checkpoints: ` +
      (errors.length === 0 ? 'consistent' : `${errors.length} errors`),
  )
  process.exit(errors.length === 0 ? 0 : 1)
} catch (error) {
  console.error(`Nothing was checked: ${(error as Error).message.split('\n')[0]}`)
  process.exit(1)
}
