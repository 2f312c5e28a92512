"""Items: values that a program keeps under a namespace and a key. Pure: nothing here reads or writes."""
