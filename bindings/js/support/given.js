/**
 * Makes what the engine gives, where objects are in it. All else is plain data, and is what the message holds.
 *
 * Each function here makes one: `(described, scope) => value`, where `scope` holds the application's own values. Generated
 * modules have one for each record with objects and for each host interface of which the runtime gives objects.
 */

/** A record: the members in `members` are made, all others are as described. */
export function givenRecord(members) {
  return (described, scope) => {
    const made = { ...described }
    for (const [name, make] of Object.entries(members)) {
      if (name in described) made[name] = make(described[name], scope)
    }
    return made
  }
}

export function givenList(item) {
  return (described, scope) => described.map((each) => item(each, scope))
}

export function givenMap(value) {
  return (described, scope) =>
    Object.fromEntries(Object.entries(described).map(([name, each]) => [name, value(each, scope)]))
}

export function givenOrNull(make) {
  return (described, scope) => (described === null ? null : make(described, scope))
}

/**
 * An object of a host interface. One that the application handed over before is described by its number, and is that very
 * object. One of the runtime is described by its number and its properties; `methods(peer)` are its methods. It is a plain
 * object of functions that need no receiver, so that it can be copied and wrapped as any object of the application's.
 */
export function givenObject(methods) {
  return (described, scope) => {
    if (typeof described === 'number') return scope.own(described)
    const [id, properties] = described
    return { ...properties, ...methods(scope.lent(id)) }
  }
}
