import { renderUnicodeCompact } from 'uqr'
import { addOperator } from './add-operator.ts'

/** `npm run operator -- add EMAIL "NAME" ROLE,ROLE`: what it prints is shown this once and kept nowhere. */
try {
  const added = await addOperator(process.argv.slice(2), process.env)
  console.log(`Operator  ${added.name} <${added.email}>, ${added.roles.join(', ')}`)
  console.log(`Password  ${added.password}`)
  console.log(`Secret    ${added.totpSecret}`)
  console.log(`          ${added.otpauthUrl}`)
  if (process.stdout.isTTY) console.log(renderUnicodeCompact(added.otpauthUrl))
  console.log('Neither is shown again. Hand them over in person, the secret for an authenticator app.')
  process.exit(0)
} catch (error) {
  console.error(`No operator was added: ${(error as Error).message.split('\n')[0]}`)
  process.exit(1)
}
