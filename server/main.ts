import { Refusal } from '#domain/errors.ts'
import { start } from './start.ts'

/** `npm start`: one process that serves the customer app with its API and sockets, and the console. */
try {
  const plumb = await start(process.env, (error) => {
    console.error(`Plumb stopped: ${error.message}`)
    process.exit(1)
  })
  for (const line of plumb.greeting) console.log(line)
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await plumb.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Whoever started it with a channel (`npm start`, `npm run dev`) has ended.
  process.on('disconnect', stop)
  if (process.send && !process.connected) await stop()
} catch (error) {
  console.error(`Plumb did not start: ${(error as Error).message}`)
  // A refusal is for customers: what led to it is in its cause alone.
  if (error instanceof Refusal || process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}
