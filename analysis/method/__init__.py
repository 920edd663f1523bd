"""Does the method keep its promises, and how many games does a question need?"""
