import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';

/** All objects that a construct made, at any depth. */
function objectsIn(construct: IConstruct): ApiObject[] {
  return construct.node.findAll().filter((child): child is ApiObject => ApiObject.isApiObject(child));
}

/** All objects of the app that a construct belongs to. */
export function objectsOfApp(construct: IConstruct): ApiObject[] {
  return objectsIn(construct.node.root);
}

/** What makes an object one and the same for the API server, as text. */
function identity(object: ApiObject): string {
  const namespace = object.metadata.namespace === undefined ? '' : ` in namespace '${object.metadata.namespace}'`;
  return `${object.kind} '${object.name}'${namespace}`;
}

/**
 * Adds the check that nobody else in the app makes an object that this construct makes. Applied one after the
 * other, the second would silently replace the first.
 */
export function checkSoleOwner(construct: Construct, remedy: string): void {
  construct.node.addValidation({
    validate: () => {
      const own = new Set(objectsIn(construct));
      const others = new Map<string, ApiObject>();
      for (const object of objectsOfApp(construct)) {
        if (!own.has(object)) {
          others.set(`${object.apiGroup} ${identity(object)}`, object);
        }
      }
      return [...own].flatMap(object => {
        const twin = others.get(`${object.apiGroup} ${identity(object)}`);
        return twin === undefined ? [] : [`${identity(object)} is made by '${twin.node.path}' too; ${remedy}`];
      });
    },
  });
}
