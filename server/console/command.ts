import { renderUnicodeCompact } from 'uqr'
import { addOperator, disableOperator, resetOperatorCredentials } from './add-operator.ts'

/** `npm run operator -- add | reset-credentials | disable`: what it prints is shown this once and kept nowhere. */
const args = process.argv.slice(2)
try {
  if (args[0] === 'disable') {
    const { name, email } = await disableOperator(args, process.env)
    console.log(`${name} <${email}> is disabled; their sessions have ended.`)
  } else {
    const added = await (args[0] === 'reset-credentials' ? resetOperatorCredentials : addOperator)(
      args,
      process.env,
    )
    console.log(`Operator  ${added.name} <${added.email}>, ${added.roles.join(', ')}`)
    console.log(`Password  ${added.password}`)
    console.log(`Secret    ${added.totpSecret}`)
    console.log(`          ${added.otpauthUrl}`)
    if (process.stdout.isTTY) console.log(renderUnicodeCompact(added.otpauthUrl))
    console.log('Neither is shown again. Hand them over in person, the secret for an authenticator app.')
  }
  process.exit(0)
} catch (error) {
  console.error(`Nothing was done: ${(error as Error).message.split('\n')[0]}`)
  process.exit(1)
}
