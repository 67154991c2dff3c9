// Takes one measurement with one client in this process: `node main.mjs MEASUREMENT CLIENT ORIGINS OPTIONS`, prints JSON.

const [measurement, client, origins, options] = process.argv.slice(2)
const { measure } = await import(`./${measurement}.mjs`)
console.log(JSON.stringify(await measure(client, JSON.parse(origins), JSON.parse(options))))
// Rivals may keep idle sockets open; the measurement is over.
process.exit()
